// SPDX-License-Identifier: MIT

package import RexCore

/// The rules of middlewares, in the order in which they were posted, with their uses.
///
/// Equal rules are merged, so that memory is bounded.
struct RuleList {
    private(set) var all: [RecordedRule] = []
    private var indices: [ActionSource.Step: Int] = [:]

    mutating func add(_ rule: ActionSource.Step, uses: Int) {
        if let index = indices[rule] {
            all[index].uses += uses
        } else {
            indices[rule] = all.count
            all.append(RecordedRule(rule: rule, uses: uses))
        }
    }
}

/// A rule of a middleware, and its uses that left no step in a source.
package struct RecordedRule: Sendable {
    package let rule: ActionSource.Step
    package fileprivate(set) var uses: Int
}
