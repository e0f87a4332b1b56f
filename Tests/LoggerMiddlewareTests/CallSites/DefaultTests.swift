// SPDX-License-Identifier: MIT

import LoggerMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct DefaultTests {
    private struct Deep: Sendable {
        struct One: Sendable { var two = Two() }
        struct Two: Sendable { var three = Three() }
        struct Three: Sendable { var four = 0 }

        var one = One()
    }

    private func entry<Logged: MiddlewareProtocol<Int, Int, Deep>>(_ middleware: (LogPrinter) -> sending Logged)
        -> [String]
    {
        let entries = Recorder<String>()
        let store = Store(
            initialState: Deep(),
            reducer: Reducer<Int, Deep>.reduce { action, state in state.one.two.three.four = action },
            middleware: middleware(.custom { entries.record($0) })
        )
        store.dispatch(7, from: source)
        return entries.events
    }

    @Test func defaultDiffHasTwoLinesOfContext() {
        func logger(_ diff: StateDiffTransform<Deep>) -> [String] {
            entry { LoggerMiddleware(stateDiffTransform: diff, time: .none, printer: $0) }
        }
        let two = logger(.diff(linesOfContext: 2))
        #expect(two.count == 1)
        #expect(two != logger(.diff(linesOfContext: 1)))
        #expect(two != logger(.diff(linesOfContext: 3)))
        #expect(logger(.diff()) == two)
        #expect(entry { LoggerMiddleware(time: .none, printer: $0) } == two)
        #expect(entry { IdentityMiddleware<Int, Int, Deep>().logger(time: .none, printer: $0) } == two)
    }
}
