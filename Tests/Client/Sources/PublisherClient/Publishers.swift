// SPDX-License-Identifier: MIT

// Copies of the snippets in the reference document Publisher middleware. They are not reformatted. Parts that the
// document omits with `...` are empty here.
// swift-format-ignore-file

import PublisherMiddleware
import RexCore

struct MyState: Sendable {
    static let initialValue = MyState()
    var values = 0
}

struct Seen: Action {}

typealias AppStore = Store<any Action, MyState>

func AppReducer() -> Reducer<any Action, MyState> {
    .reduce { action, state in if action is Seen { state.values += 1 } }
}

/// Returns the number of values in the pipelines of the snippets, for two actions of each kind.
public func countValues() -> Int {
    let store = AppStore(
      reducer: AppReducer(),
      state: .initialValue,
      middlewares: [createPublisherMiddleware()])
    let (myPublisher1, myPublisher2) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())

    let kept = PublisherAction<MyState> { dispatch, getState, cancellables in
        myPublisher1
          .tap { _ in dispatch(Seen()) }
          .store(in: &cancellables)
      }
    let keptWithContext = PublisherAction<MyState> { context in
        myPublisher2
          .tap { _ in context.dispatch(Seen()) }
          .store(in: &context.cancellables)
      }
    let retained = RetainedPublisherAction<MyState> { dispatch, getState, cancellables, cleanup in
      myPublisher1
        .handleCleanup(cleanup)
        .tap { _ in dispatch(Seen()) }   // <-- handleCleanup and store sandwhich the subscriber that returns AnyCancellable
        .store(in: &cancellables)
    }
    let retainedWithContext = RetainedPublisherAction<MyState> { context in
      myPublisher2
        .handleCleanup(context.cleanup)
        .tap { _ in context.dispatch(Seen()) }   // <-- handleCleanup and store sandwhich the subscriber that returns AnyCancellable
        .store(in: &context.cancellables)
    }
    for action in [kept, keptWithContext] { store.dispatch(action) }
    for action in [retained, retainedWithContext] { store.dispatch(action) }
    for publisher in [myPublisher1, myPublisher2] {
        publisher.send(1)
        publisher.send(completion: .finished)
    }
    return withExtendedLifetime((kept, keptWithContext)) { store.state.values }
}
