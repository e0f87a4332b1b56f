// SPDX-License-Identifier: MIT

import Dispatch
import EffectMiddleware
import Foundation
import RexCore

/// Workloads with effects of many elements and many keys.
extension Workload {
    static let manyKeyedEffects =
        [waitingKeys, endedKeys]
        + [1_000, 4_000, 16_000].map(cancelledKey) + [100, 1_600, 8_000].flatMap { [rows($0), values($0)] }
        + [ruleOfEachRow]

    private static let reducer = Reducer<EffectAction, EffectState>.reduce { action, state in
        if case .answer(let value) = action { state.answers += value }
    }

    private typealias Effects = EffectMiddleware<EffectAction, EffectAction, EffectState>

    private static let waitingKeys = Workload(
        name: "E2 keyed",
        work: "a waiting debounced key, cancelled with 100,000 others",
        against: "a key in a dictionary",
        actions: 100_000,
        rounds: 5
    ) {
        let store = Store(
            initialState: EffectState(),
            reducer: reducer,
            middleware: Effects()
                .on(\.start, .latest.by { $0 }.debounced(for: .seconds(1_000))) { value, effect in
                    effect.send(.answer(value))
                }
                .cancel(on: \.stop)
        )
        return Contest {
            for value in 0..<$0 { store.dispatch(.start(value)) }
            store.dispatch(.stop)
        }
    }

    private static let endedKeys = Workload(
        name: "E8",
        work: "a key whose run has ended, in a store that is never idle",
        against: "nothing else",
        actions: 10_000,
        rounds: 5
    ) {
        let countdown = Countdown()
        let store = Store(
            initialState: EffectState(),
            reducer: reducer,
            middleware: Effects().on(\.start, .latest.by { $0 }) { value, effect in effect.send(.answer(value)) }
                <> countdown.busy
        )
        return Contest { count in
            countdown.begin(count)
            for value in 0..<8 { store.dispatch(.start(value)) }
            store.dispatch(.other)
        }
    }

    /// Counts down the remaining keys.
    private final class Countdown: @unchecked Sendable {
        private let left = Guarded(0)

        func begin(_ count: Int) { left.withLock { $0 = count } }

        /// Counts one key.
        ///
        /// Returns whether a key remains besides the eight that are in flight.
        func countOne() -> Bool {
            left.withLock { left in
                left -= 1
                return left >= 8
            }
        }

        var isOver: Bool { left.withLock { $0 <= 0 } }

        /// Starts the next key after each answer, and sends `.other` repeatedly while keys remain, so that the store
        /// is never idle.
        var busy: AnyMiddleware<EffectAction, EffectAction, EffectState> {
            AnyMiddleware { action, source, _ in
                switch action {
                case .answer(let value):
                    IO { output in if self.countOne() { output.dispatch(.start(value + 8), from: source) } }
                case .other: IO { output in if !self.isOver { output.dispatch(.other) } }
                default: .pure()
                }
            }
        }
    }

    private static func cancelledKey(of keys: Int) -> Workload {
        Workload(
            name: "E7 \(keys)",
            work: "cancelling one of \(keys.formatted()) keys with runs, and starting it again",
            against: "the same with 100 keys",
            rounds: 51,
            counted: 10_000
        ) {
            let sleeping = store(withKeys: keys)
            let few = store(withKeys: 100)
            return Contest { count in
                for number in 0..<count { sleeping.dispatch(.start(number % keys)) }
            } reference: { count in
                for number in 0..<count { few.dispatch(.start(number % 100)) }
            }
        }
    }

    private static func store(withKeys keys: Int) -> Store<EffectAction, EffectState> {
        let store = Store(
            initialState: EffectState(),
            reducer: reducer,
            middleware: Effects()
                .cancel("sleep", on: \.start, by: { $0 })
                .on(\.start, .each.by { $0 }, named: "sleep") { _, effect in
                    try await effect.sleep(for: .seconds(1_000))
                }
        )
        for key in 0..<keys { store.dispatch(.start(key)) }
        return store
    }

    // MARK: Elements

    private struct Row: Identifiable, Sendable {
        let id: Int
    }

    private enum ListAction: Sendable {
        case row(ElementIDAction<Int, Bool>)
        case other

        var row: ElementIDAction<Int, Bool>? { if case .row(let row) = self { row } else { nil } }
    }

    private static let ruleOfEachRow = Workload(
        name: "E9",
        work: "an action elsewhere, with an effect of the state in each of 1,000 rows",
        against: "of 10"
    ) {
        let (many, few) = (watching(1_000), watching(10))
        return Contest {
            for _ in 0..<$0 { many.dispatch(.other) }
        } reference: {
            for _ in 0..<$0 { few.dispatch(.other) }
        }
    }

    private static func watching(_ rows: Int) -> Store<ListAction, [Row]> {
        Store(
            initialState: (0..<rows).map(Row.init),
            reducer: Reducer<ListAction, [Row]>.identity,
            middleware: EffectMiddleware<Bool, Bool, Row>()
                .during({ $0.id >= 0 }) { effect in try await effect.sleep(for: .seconds(1_000)) }
                .lift(.case(row, each: \.self))
        )
    }

    private static func rows(_ active: Int) -> Workload {
        elements("E6 \(active)", active, "an array", (0..<10_000).map(Row.init), .case(row, each: \.self)) { $0 }
    }

    private static func values(_ active: Int) -> Workload {
        elements(
            "E6 values \(active)",
            active,
            "a dictionary's values",
            Dictionary(uniqueKeysWithValues: (0..<10_000).map { ($0, Row(id: $0)) }),
            .case(row, values: \.self)
        ) { $0.values }
    }

    private static var row: CasePath<ListAction, ElementIDAction<Int, Bool>> {
        CasePath(extract: \ListAction.row, embed: ListAction.row)
    }

    private static func elements<State: Sendable, Rows: Collection<Row> & SendableMetatype>(
        _ name: String,
        _ active: Int,
        _ kind: String,
        _ state: State,
        _ lift: Lift<ListAction, State, Bool, Row>,
        _ rows: @escaping @Sendable (State) -> Rows
    ) -> Workload {
        Workload(
            name: name,
            work: "an action that changes none of \(active.formatted()) of 10,000 rows with runs, of \(kind)",
            against: "a lookup of each id in a Set",
            actions: 20,
            rounds: 51,
            counted: 200
        ) {
            let effects = EffectMiddleware<Bool, Bool, Row>()
                .on {
                    $0 ? () : nil
                } run: { _, effect in
                    try await effect.sleep(for: .seconds(1_000))
                }
            let store = Store(
                initialState: state,
                reducer: Reducer<ListAction, State>.identity,
                middleware: effects.lift(lift)
            )
            for id in 0..<active { store.dispatch(.row(ElementIDAction(id: id * 10_000 / active, action: true))) }
            let reference = Store(
                initialState: state,
                reducer: Reducer<ListAction, State>.identity,
                middleware: AnyMiddleware<ListAction, ListAction, State> { _, _, getState in
                    IO { _ in
                        let ids = Set(rows(getState()).map(\.id))
                        for id in 0..<active where !ids.contains(id * 10_000 / active) { print("gone") }
                    }
                }
            )
            return Contest {
                for _ in 0..<$0 { store.dispatch(.other) }
            } reference: {
                for _ in 0..<$0 { reference.dispatch(.other) }
            }
        }
    }
}
