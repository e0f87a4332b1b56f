// SPDX-License-Identifier: MIT

import BridgeMiddleware
import GatedMiddleware
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder
import enum RecorderMiddleware.RecordedStates
import struct RecorderMiddleware.Recording

@Suite struct RecordingTests {
    @Test func causesLeadBackToTheActionFromOutside() {
        let shop = RecordedShop()
        shop.store.dispatch(.remove("a"))
        let recording = shop.recording
        let numbers = recording.entries.map(\.number)
        #expect(recording.causes(of: numbers[2]).map(\.number) == [numbers[1], numbers[0]])
        #expect(recording.causes(of: numbers[0]).isEmpty)
        #expect(recording.causes(of: 0).isEmpty)
    }

    @Test func causesEndAtTheOldestKeptAction() {
        let shop = RecordedShop(Recorder(capacity: 2))
        shop.store.dispatch(.remove("a"))
        let recording = shop.recording
        let causes = recording.causes(of: recording.entries[1].number)
        #expect(causes.map(\.number) == [recording.entries[0].number])
        #expect(causes.last?.cause != nil)
    }

    @Test func consequencesAreAllLaterActionsOfTheTree() {
        let shop = RecordedShop()
        shop.store.dispatch(.remove("a"))
        shop.store.dispatch(.remove("b"))
        let recording = shop.recording
        let numbers = recording.entries.map(\.number)
        #expect(recording.consequences(of: numbers[0]).map(\.number) == [numbers[1], numbers[2]])
        #expect(recording.consequences(of: numbers[4]).map(\.number) == [numbers[5]])
        #expect(recording.consequences(of: numbers[5]).isEmpty)
        #expect(recording.entry(numbers[4])?.action == .checkOut)
        #expect(recording.entry(1) == nil)
    }

    @Test func coverageCountsCasesAndNamesMissingOnes() {
        let shop = RecordedShop()
        shop.store.dispatch(.remove("a"))
        shop.store.dispatch(.remove("b"))
        let coverage = shop.recording.coverage
        #expect(
            coverage.cases == ["add": 0, "remove": 2, "checkOut": 2, "payment.paid": 2, "payment.refused": 0]
        )
        #expect(coverage.missingCases == ["add", "payment.refused"])
        #expect(coverage.rules.map(\.kind) == ["cashier"])
        #expect(coverage.rules.map(\.count) == [2])
    }

    @Test func coverageOfAnEmptyRecordingHasAllCases() {
        #expect(
            Recorder<ShopAction, Int>().recording().coverage.missingCases == ["add", "checkOut", "payment", "remove"]
        )
        #expect(Recorder<Int, Int>().recording().coverage.cases.isEmpty)
    }

    @Test func coverageCountsBridges() {
        let recorder = Recorder<Int, Int>()
        let bridges = BridgeMiddleware<Int, Int, Int>().bridge { $0 < 3 ? $0 + 1 : nil }
        let store = Store(
            initialState: 0,
            reducer: Reducer<Int, Int>.identity,
            middleware: bridges <> recorder.middleware
        )
        store.dispatch(0)
        let rule = recorder.recording().coverage.rules.first
        #expect(rule?.kind == "bridge")
        #expect(rule?.count == 3)
        #expect(recorder.recording().coverage.cases == ["Int": 4])
    }

    @Test func coverageCountsChangesOfGates() {
        let recorder = Recorder<Int, Int>()
        let gate = IdentityMiddleware<Int, Int, Int>().gated(
            controlAction: { $0 == 1 ? true : $0 == 2 ? false : nil },
            default: .active
        )
        let store = Store(initialState: 0, reducer: Reducer<Int, Int>.identity, middleware: gate <> recorder.middleware)
        let missing = recorder.recording().coverage.missingRules
        #expect(missing.map(\.text) == ["Gate at RecordingTests.swift:\(missing[0].line)"])
        for action in [2, 3, 1] { store.dispatch(action) }
        let rules = recorder.recording().coverage.rules
        #expect(rules.map(\.kind) == ["gate"])
        #expect(rules.map(\.count) == [2])
    }

    @Test func gatesOfEndedStoresAreCounted() {
        let recorder = Recorder<Int, Int>()
        for _ in 0..<2 {
            let gate = IdentityMiddleware<Int, Int, Int>().gated(controlAction: { $0 > 0 }, default: .active)
            Store(initialState: 0, reducer: Reducer<Int, Int>.identity, middleware: gate <> recorder.middleware)
                .dispatch(1)
        }
        #expect(recorder.recording().coverage.rules.map(\.count) == [2])
    }

    @Test func replayReachesTheSameStates() throws {
        let shop = RecordedShop()
        shop.store.dispatch(.add("a", amount: 1))
        shop.store.dispatch(.remove("a"))
        #expect(try shop.recording.replay(from: ShopState(), reducer: .shop) == shop.store.state)
    }

    @Test func replayNamesTheFirstActionWithADifferentState() throws {
        for keeping in [RecordedStatesCase.all, .changes] {
            let shop = RecordedShop(Recorder(keeping: keeping.states))
            shop.store.dispatch(.add("a", amount: 1))
            shop.store.dispatch(.remove("a"))
            let other =
                Reducer<ShopAction, ShopState>.shop
                <> Reducer<ShopAction, ShopState>.reduce { action, state in
                    if action == .checkOut { state.note = "other" }
                }
            #expect { try shop.recording.replay(from: ShopState(), reducer: other) } throws: {
                "\($0)".contains("After action 3, checkOut, the state differs")
                    && "\($0)".contains("other")
            }
        }
    }

    enum RecordedStatesCase {
        case all, changes
        var states: RecordedStates { self == .all ? .all : .changes }
    }

    @Test func replayWithoutAnyStatesOnlyReduces() throws {
        let shop = RecordedShop(Recorder(keeping: .none))
        shop.store.dispatch(.add("a", amount: 1))
        #expect(try shop.recording.replay(from: ShopState(), reducer: .identity) == ShopState())
    }

    /// Replays recordings of random actions of the shop.
    ///
    /// The expected state is that of the recorded store. A failure prints the seed, which replaces the
    /// range to repeat it, and both states.
    @Test func tenThousandRandomProgramsReplay() throws {
        for seed in 0..<(hasFewRounds ? 100 : 10_000) {
            var random = SeededGenerator(seed: UInt64(seed))
            let shop = RecordedShop()
            for _ in 0..<Int.random(in: 0..<8, using: &random) {
                let name = ["a", "b", "c"].randomElement(using: &random) ?? ""
                switch Int.random(in: 0..<4, using: &random) {
                case 0: shop.store.dispatch(.add(name, amount: .random(in: -9...9, using: &random)))
                case 1: shop.store.dispatch(.remove(name))
                case 2: shop.store.dispatch(.payment(.refused(reason: name)))
                default: shop.store.dispatch(.checkOut)
                }
            }
            #expect(try shop.recording.replay(from: ShopState(), reducer: .shop) == shop.store.state, "seed \(seed)")
        }
    }
}
