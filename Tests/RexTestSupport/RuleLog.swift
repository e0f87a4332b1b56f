// SPDX-License-Identifier: MIT

package import RexCore

/// The rules of a store with their uses.
package final class RuleLog: Sendable {
    private let contents = Lock<[(rule: ActionSource.Step, count: Int)]>([])

    /// Creates an empty log.
    package init() {}

    /// The rules in the order in which they were posted.
    package var rules: [ActionSource.Step] { contents.withLock { $0.map(\.rule) } }
    /// The uses of each rule.
    package var counts: [Int] { contents.withLock { $0.map(\.count) } }

    /// Observes the store of `output`.
    ///
    /// Call it in `receiveContext`.
    package func observe(_ output: AnyActionHandler<some Any>) {
        output.observe(.rule) { [self] in if case .rule(let step, let uses) = $0 { add(step, uses) } }
    }

    /// Returns a middleware that observes its store and does nothing else.
    package func middleware<Action, State>() -> AnyMiddleware<Action, Action, State> {
        AnyMiddleware { [self] _, output in
            observe(output)
        } handle: { _, _, _ in
            .pure()
        }
    }

    private func add(_ rule: ActionSource.Step, _ uses: Int) {
        contents.withLock { rules in
            if let index = rules.firstIndex(where: { $0.rule == rule }) {
                rules[index].count += uses
            } else {
                rules.append((rule, uses))
            }
        }
    }
}
