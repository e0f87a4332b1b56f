// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

/// Keys that aren't equal to themselves, such as NaN, still identify their runs.
@Suite struct UnequalKeyTests {
    private enum Act: Sendable {
        case set(Double?)
        case keys([Double])
        case tick
        case start(Double)

        var start: Double? { if case .start(let key) = self { key } else { nil } }
    }

    private struct Row: Sendable, Identifiable {
        let id: Double
        var isOn = true
    }

    private struct Keys: Sendable {
        var key: Double?
        var list: [Double] = []
        var rows: [Row] { list.map { Row(id: $0) } }
    }

    private static let reducer = Reducer<Act, Keys>.reduce { act, keys in
        switch act {
        case .set(let key): keys.key = key
        case .keys(let list): keys.list = list
        case .tick, .start: break
        }
    }

    private typealias Effects = EffectMiddleware<Act, Act, Keys>

    private let world = VirtualWorld()
    private let begun = Recorder<String>()

    /// Dispatches the actions in sequence.
    ///
    /// Returns the number of remaining runs.
    private func runsLeft(_ effects: Effects, _ acts: [Act]) -> Int {
        let store = Store(
            initialState: Keys(),
            reducer: Self.reducer,
            middleware: effects,
            environment: world.environment
        )
        for act in acts {
            store.dispatch(act)
            world.drain()
        }
        return world.sleepers
    }

    private func sleepForLong(_ key: Double, _ effect: Effect<Act, Act, Keys>) async throws {
        begun.record("\(key)")
        try await effect.sleep(for: .seconds(1_000))
    }

    @Test func duringStartsOneRunAndCancelsIt() {
        let effects = Effects().during(\.key, run: sleepForLong)
        #expect(runsLeft(effects, [.set(.nan), .tick, .tick, .tick]) == 1)
        #expect(begun.events == ["nan"])
        #expect(runsLeft(effects, [.set(.nan), .tick, .set(2), .set(.nan), .tick, .set(nil)]) == 0)
        #expect(begun.events == ["nan", "nan", "2.0", "nan"])
    }

    /// With another hash, it is another key.
    @Test func duringDistinguishesTwoSuchKeys() {
        let effects = Effects().during(\.key, run: sleepForLong)
        let other = Double(nan: 7, signaling: false)
        #expect(runsLeft(effects, [.set(.nan), .set(other), .tick]) == 1)
        #expect(begun.events == ["nan", "\(other)"])
    }

    @Test func forEachStartsOneRunForEachAndCancelsIt() {
        let effects = Effects().forEach(\.list, run: sleepForLong)
        #expect(runsLeft(effects, [.keys([1, .nan]), .tick, .keys([.nan, 2, 1]), .tick]) == 3)
        #expect(begun.events == ["1.0", "nan", "2.0"])
        #expect(runsLeft(effects, [.keys([.nan, .nan]), .keys([.nan]), .tick, .keys([])]) == 0)
        #expect(begun.events == ["1.0", "nan", "2.0", "nan"])
    }

    @Test func triggersWithTheKeyShareOneSlot() {
        let effects = Effects().on(\.start, .latest.by { $0 }, run: sleepForLong)
        #expect(runsLeft(effects, [.start(.nan), .start(.nan), .start(1)]) == 2)
        #expect(begun.events == ["nan", "nan", "1.0"])
    }

    @Test func statesContainTheValueOnce() {
        let effects = Effects().on(\.start) { [begun] _, effect in
            for await key in effect.states(\.key) { begun.record("\(key ?? 0)") }
        }
        _ = runsLeft(effects, [.start(1), .set(.nan), .tick, .tick, .set(1), .tick, .set(.nan), .tick])
        #expect(begun.events == ["0.0", "nan", "1.0", "nan"])
    }
}
