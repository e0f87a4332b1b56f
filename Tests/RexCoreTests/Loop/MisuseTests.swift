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
    /// Whoever dispatches through a store holds it; an output does not, so the reducer can release what nobody else has.
    @Test func reducerThatReleasesTheLastReferenceToItsStoreStopsWithTheRule() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let outputs = Recorder<AnyActionHandler<Int>>()
            let owner = Lock<Store<Int, Int>?>(nil)
            let reducer = Reducer<Int, Int>.reduce { _, _ in owner.withLock { $0 = nil } }
            owner.withLock {
                let middleware = AnyMiddleware<Int, Int, Int> { _, output in
                    outputs.record(output)
                } handle: { _, _, _ in
                    .pure()
                }
                $0 = Store(initialState: 0, reducer: reducer, middleware: middleware)
            }
            outputs.events[0].dispatch(1)
        }
        expectMessage(
            of: result,
            contains: "A store was used inside its own reducer",
            "the last reference to it cannot be released there, which ends it",
            "release the last reference outside of the reducer",
            isAlwaysPrinted: true
        )
    }
}
