// SPDX-License-Identifier: MIT

import BridgeMiddleware
import EffectMiddleware
import GatedMiddleware
import RexCore

// The middlewares of the programs that are turned into tests.

typealias CountMiddleware = AnyMiddleware<CountAction, CountAction, CountState>
private typealias CountBridges = BridgeMiddleware<CountAction, CountAction, CountState>
private typealias CountEffects = EffectMiddleware<CountAction, CountAction, CountState>

struct CorpusError: Error {}

extension CountAction {
    fileprivate var started: String? { if case .start(let text) = self { text } else { nil } }
    fileprivate var added: Int? { if case .add(let number) = self { number } else { nil } }
    fileprivate var isStop: Bool { self == .stop }
}

extension CountMiddleware {
    private static var chain: CountBridges {
        CountBridges().bridge { (1...2).contains($0.added ?? 0) ? .add(($0.added ?? 0) + 1) : nil }
    }

    /// Sends 2 after 1, and 3 after 2.
    static var chained: CountMiddleware { CountMiddleware(chain) }

    /// Sends two actions after each start, and another action after the first of them.
    static var branching: CountMiddleware {
        CountMiddleware(
            CountBridges().bridge { $0.started.map { .log($0) } }.bridge { $0.started == nil ? nil : .add(7) }
                .bridge { if case .log = $0 { .add(8) } else { nil } }
        )
    }

    static var byState: CountMiddleware {
        CountMiddleware(
            CountBridges().bridgeWithState { action, state in
                action.started.map { .log("\($0) at \(state().total)") }
            }
        )
    }

    /// Counts down to zero.
    static var down: CountMiddleware {
        CountMiddleware(
            CountBridges().bridgeWithState { action, state in
                action.added != nil && state().total > 0 ? .add(-1) : nil
            }
        )
    }

    static var gatedByAction: CountMiddleware {
        CountMiddleware(
            chain.gated(controlAction: { if case .open(let isOpen) = $0 { isOpen } else { nil } }, default: .bypass)
        )
    }

    static var gatedByState: CountMiddleware { CountMiddleware(chain.gated(state: { $0.total < 3 })) }

    /// Starts a run of `run` for each start, until it is stopped.
    private static func effects(
        _ policy: EffectPolicy<String> = .each,
        run: @escaping @Sendable (String, Effect<CountAction, CountAction, CountState>) async throws -> Void
    ) -> CountMiddleware {
        CountMiddleware(
            CountEffects()
                .on({ $0.started }, policy, named: "work", run: run) { error, text in
                    .log("\(text) failed: \(type(of: error))")
                } ended: { end, text in
                    switch end {
                    case .returned: .log("\(text) returned")
                    case .failed: .log("\(text) ended by an error")
                    case .cancelled: .log("\(text) was cancelled")
                    }
                }
                .cancel("work", on: { $0.isStop })
        )
    }

    static var answering: CountMiddleware {
        effects { text, effect in
            // If no other thread is processing, an action of a run is processed when `send` returns.
            try await effect.sleep(for: .milliseconds(1))
            effect.send(.log(text))
            effect.send(.add(1))
        }
    }

    static var answeringWithBridges: CountMiddleware { answering <> chained }

    static var failing: CountMiddleware {
        effects { _, effect in
            effect.send(.add(5))
            throw CorpusError()
        }
    }

    static var timingOut: CountMiddleware {
        effects(.each.timeout(.milliseconds(3))) { _, effect in try await effect.sleep(for: .seconds(100)) }
    }

    static var retrying: CountMiddleware {
        effects(.each.retrying(2, delay: .constant(.milliseconds(2)))) { text, effect in
            effect.send(.add(effect.attempt))
            if effect.attempt < 3 { throw CorpusError() }
        }
    }

    static var givingUp: CountMiddleware {
        effects(.each.retrying(1, delay: .exponential(from: .milliseconds(2))).timeout(.milliseconds(2))) {
            text,
            effect in
            effect.send(.add(1))
            try await effect.sleep(for: .seconds(100))
        }
    }

    /// Sends an action, and then waits for a long time.
    static func waiting(_ policy: EffectPolicy<String>) -> CountMiddleware {
        effects(policy) { text, effect in
            effect.send(.log("began \(text)"))
            try await effect.sleep(for: .seconds(100))
        }
    }

    /// Sends an action for each start at once, or that of "a" after that of "b".
    static func racing(isReversed: Bool = false) -> CountMiddleware {
        effects { text, effect in
            while isReversed, text == "a", !effect.state.log.contains("b") { await Task.yield() }
            effect.send(.log(text))
        }
    }

    /// Takes a moment.
    static func working(_ policy: EffectPolicy<String>) -> CountMiddleware {
        effects(policy) { text, effect in
            try await effect.sleep(for: .milliseconds(3))
            effect.send(.log("done \(text)"))
        }
    }

    static var ticking: CountMiddleware {
        effects { _, effect in
            for number in 1...3 {
                try await effect.sleep(for: .milliseconds(2))
                effect.send(.add(number))
            }
        }
    }

    /// Sends a request, and waits for the answer.
    static var asking: CountMiddleware {
        effects { _, effect in
            let number = try await effect.send(.log("how many?"), thenFirst: { $0.added })
            effect.send(.log("\(number)"))
        }
    }

    static var untilThree: CountMiddleware {
        effects { _, effect in
            effect.send(.log("waiting"))
            try await effect.until { $0.total >= 3 }
            effect.send(.log("three"))
        }
    }

    static var duringTotals: CountMiddleware {
        CountMiddleware(
            CountEffects().during({ $0.total > 0 && $0.total < 9 ? $0.total : nil }) { total, effect in
                try await effect.sleep(for: .milliseconds(2))
                effect.send(.add(total))
            }
        )
    }
}

typealias ListMiddleware = AnyMiddleware<ListAction, ListAction, [CorpusRow]>

extension ListMiddleware {
    /// Renames a toggled row, at once or a moment later.
    static func renaming(after delay: Duration?) -> ListMiddleware {
        guard let delay else {
            return ListMiddleware(
                BridgeMiddleware<RowAction, RowAction, CorpusRow>()
                    .bridgeWithState { $0 == .toggle ? .rename("done: \($1().isDone)") : nil }
                    .lift(.case(CasePath(extract: rowAction, embed: { .row($0) }), each: \.self))
            )
        }
        return ListMiddleware(
            EffectMiddleware<RowAction, RowAction, CorpusRow>()
                .on({ $0 == .toggle }, .latest) { effect in
                    try await effect.sleep(for: delay)
                    effect.send(.rename("later"))
                }
                .lift(.case(CasePath(extract: rowAction, embed: { .row($0) }), each: \.self))
        )
    }

    @Sendable private static func rowAction(_ action: ListAction) -> ElementIDAction<Int, RowAction>? {
        if case .row(let action) = action { action } else { nil }
    }
}
