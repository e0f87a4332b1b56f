// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import Testing

@Suite struct EffectFormsTests {
    private let reducer = Reducer<SearchAction, SearchState>.reduce { action, state in state.actions.append(action) }
    private let api = SearchAPI(
        find: { ["\($0)!"] },
        load: { "row \($0)" },
        messages: { room in
            AsyncThrowingStream {
                $0.yield("hello \(room)")
                $0.finish()
            }
        }
    )

    @Test func exampleOfTheContractWorks() async {
        let store = Store(
            initialState: SearchState(roomID: 7),
            reducer: reducer,
            middleware: EffectMiddleware.search(api)
        )
        store.dispatch(.typed("s"))
        store.dispatch(.typed("sw"))
        store.dispatch(.opened(3))
        await store.settled()
        let answers = store.state.actions.filter { $0.typed == nil && $0.opened == nil }
        #expect(answers.count == 3)
        for answer in [SearchAction.received("hello 7"), .loaded(3, "row 3"), .found(["sw!"])] {
            #expect(answers.contains(answer))
        }
    }
}
