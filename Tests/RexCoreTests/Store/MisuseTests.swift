// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

@Suite struct MisuseTests {
    @Test func reducerThatUsesItsStoreStopsWithTheRule() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let getStates = Recorder<GetState<Int>>()
            let middleware = AnyMiddleware<Int, Int, Int> { getState, _ in
                getStates.record(getState)
            } handle: { _, _, _ in
                .pure()
            }
            let reducer = Reducer<Int, Int>.reduce { _, state in state = getStates.events[0]() }
            let store = Store(initialState: 0, reducer: reducer, middleware: middleware)
            store.dispatch(1)
        }
        expectMessage(
            of: result,
            contains: "A store was used inside its own reducer",
            "move the call into a middleware",
            isAlwaysPrinted: true
        )
    }
}
