// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

@Suite struct MisuseTests {
    @Test func reducerThatUsesItsStoreTraps() async {
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
            contains: "A reducer used its own store",
            "Move the call to a middleware",
            isAlwaysPrinted: true
        )
    }
    /// Unlike a dispatch on a store, a dispatch on an output doesn't retain the store.
    @Test func reducerThatReleasesTheLastReferenceToItsStoreTraps() async {
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
            contains: "A reducer used its own store",
            "release the last reference to it",
            "release the store outside of the reducer",
            isAlwaysPrinted: true
        )
    }
}
