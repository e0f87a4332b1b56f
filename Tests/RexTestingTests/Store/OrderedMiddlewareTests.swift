// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTesting
import Testing

private enum RaceAction: Equatable, Sendable {
    case start
    case first
    case second
    case other
    case sent

    var start: Void? { self == .start ? () : nil }
}

/// Middlewares that send in the order of a list.
@Suite struct OrderedMiddlewareTests {
    private let race = EffectMiddleware<RaceAction, RaceAction, [RaceAction]>()
        .on(\.start) { _, effect in effect.send(.first) }
        .on(\.start) { _, effect in
            effect.send(.other)
            effect.send(.second)
        }

    private func test(in order: [RaceAction]? = nil) -> TestStore<RaceAction, [RaceAction]> {
        let reducer = Reducer<RaceAction, [RaceAction]>.reduce { $1.append($0) }
        guard let order else {
            return TestStore(initialState: [], reducer: reducer, middleware: race, checks: .onlyWhatIsSaid)
        }
        return TestStore(
            initialState: [],
            reducer: reducer,
            middleware: race.inOrder(of: order),
            checks: .onlyWhatIsSaid
        )
    }

    @Test func runsSendInTheOrderOfTheList() {
        let plain = test()
        plain.send(.start)
        #expect(plain.state == [.start, .first, .other, .second])
        for order: [RaceAction] in [[.start, .second, .first], [.start, .first, .second]] {
            let test = test(in: order)
            test.send(.start)
            #expect(test.state.filter { $0 != .other } == order)
            test.finish()
        }
    }

    /// The runs have ended when the test sends its action.
    @Test func actionOfAnEndedRunWaitsForAnActionOfTheTest() {
        let test = test(in: [.start, .sent, .second, .first])
        test.send(.start)
        #expect(test.state == [.start, .other])
        test.send(.sent)
        #expect(test.state == [.start, .other, .sent, .second, .first])
        test.finish()
    }

    @Test func missingActionKeepsThoseBehindItWaiting() {
        let test = test(in: [.start, .sent, .first, .second])
        test.send(.start)
        test.send(.start)
        #expect(test.state == [.start, .other, .start, .other])
        #expect(test.runs.isEmpty)
    }

    @Test func laterActionOfTheListSkipsThoseBeforeIt() {
        let test = test(in: [.start, .sent, .first, .second])
        test.send(.second)
        test.send(.start)
        #expect(test.state == [.second, .start, .first, .other, .second])
        test.finish()
    }
}
