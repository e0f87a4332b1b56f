// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTesting
import Testing

/// The public calls, in each form.
@Suite struct TestFormsTests {
    @Test func storesAreMadeWithEachInitialiser() {
        for checks in [TestChecks.everything, .onlyWhatIsSaid] {
            let plain = TestStore(
                initialState: SearchState(),
                reducer: .search,
                middleware: EffectMiddleware.search(.stub),
                checks: checks,
                schedule: .inOrder
            )
            plain.finish()
            let inWorld = TestStore(
                initialState: SearchState(),
                reducer: .search,
                middleware: EffectMiddleware.search(.stub),
                checks: checks,
                in: TestWorld(schedule: .inOrder)
            )
            inWorld.finish()
        }
    }

    @Test func callsCompileInEachForm() async {
        let test = searchStore()
        test.send(.typed("s")) { $0.text = "s" }
        test.send(.typed("s"))
        let deadline: TestRun.Wait = .time(.milliseconds(300))
        #expect(test.runs.first?.waitsFor == deadline)
        #expect(test.runs.first?.source?.trail.count == 1)
        #expect(test.runs.first?.action == "typed(\"s\")")
        test.advance(by: .milliseconds(100))
        test.advance()
        let found = test.receive(\.found) { $0.results = ["swift"] }
        #expect(found == ["swift"])
        test.send(.typed("x")) { $0.text = "x" }
        test.run()
        test.receive(.found([])) { $0.results = [] }
        test.run(limit: 1)
        await test.settle()
        await test.settle(within: .seconds(1))
        test.expect { $0.results.isEmpty }
        test.skipActions()
        test.skipRuns()
        #expect(test.clock.now.offset == .milliseconds(600))
        #expect(test.clock.minimumResolution == .zero)
        #expect(test.actions.count == 5)
        test.finish()
    }

    @MainActor @Test func testOnTheMainActorSettles() async {
        let test = notesStore(["main": { work in work.say(await MainActor.run { "on the main actor" }) }])
        test.send(.go("main")) { $0.list = ["main"] }
        await test.settle(within: .seconds(60))
        test.receive(.said("on the main actor")) { $0.list.append("on the main actor") }
        test.finish()
    }

    @Test func explorationsCompileInEachForm() throws {
        exploreSchedules(2) { schedule in searchStore(schedule: schedule).finish() }
        exploreSchedules(2, seed: 7) { (schedule: Schedule) throws in searchStore(schedule: schedule).finish() }
    }
}
