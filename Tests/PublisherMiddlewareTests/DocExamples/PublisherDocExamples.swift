// SPDX-License-Identifier: MIT

import PublisherMiddleware
import RexCore
import RexTestSupport
import Testing

private struct Ticked: Action {
    let tick: Int

    init(_ tick: Int) {
        self.tick = tick
    }
}

private struct Downloaded: Action {
    let text: String
}

/// The examples in the documentation of the publisher actions and their middleware.
@Suite struct PublisherDocExamples {
    @Test func publisherAction() {
        let store = makeStore()
        let ticks = PassthroughSubject<Int, Never>()
        let ticking = PublisherAction<AppState>(description: "ticking") { dispatch, getState, cancellables in
            ticks
                .tap { tick in dispatch(Ticked(tick)) }
                .store(in: &cancellables)
        }
        store.dispatch(ticking)
        ticks.send(1)
        #expect("\(ticking)" == "[PublisherAction<AppState>] ticking (1 cancellable)")
        #expect(store.state.others == 2)
    }

    @Test func retainedPublisherAction() {
        let store = makeStore()
        let download = Just("text")
        store.dispatch(
            RetainedPublisherAction<AppState> { dispatch, getState, cancellables, cleanup in
                download
                    .handleCleanup(cleanup)
                    .tap { text in dispatch(Downloaded(text: text)) }
                    .store(in: &cancellables)
            }
        )
        #expect(store.state.others == 2)
    }

    enum LoadAction: Sendable {
        case load(TypedRetainedPublisherAction<LoadAction, String>)
        case loaded(String)

        var load: TypedRetainedPublisherAction<LoadAction, String>? {
            if case .load(let action) = self { action } else { nil }
        }
    }

    @Test func publisherMiddleware() {
        let middleware = PublisherMiddleware(\LoadAction.load)
        let store = Store(
            initialState: "",
            reducer: Reducer<LoadAction, String>.reduce { action, state in
                if case .loaded(let text) = action { state = text }
            },
            middleware: middleware
        )
        let download = Just("text")
        store.dispatch(
            .load(
                TypedRetainedPublisherAction { dispatch, getState, cancellables, cleanup in
                    download
                        .handleCleanup(cleanup)
                        .tap { text in dispatch(.loaded(text)) }
                        .store(in: &cancellables)
                }
            )
        )
        #expect(store.state == "text")
        #expect(middleware.retainedCount == 0)
    }
}
