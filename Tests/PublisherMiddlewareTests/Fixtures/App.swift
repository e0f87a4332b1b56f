// SPDX-License-Identifier: MIT

import PublisherKit
import PublisherMiddleware
import RexCore
import RexTestSupport

typealias AppStore = Store<any Action, AppState>

struct AppState: Sendable, Equatable {
    static let initialValue = AppState()

    var numbers: [Int] = []
    /// The number of actions of other types that the reducer got.
    var others = 0
}

struct Add: Action, Equatable {
    let number: Int

    init(_ number: Int) {
        self.number = number
    }
}

func AppReducer() -> Reducer<any Action, AppState> {
    .reduce { action, state in
        if let add = action as? Add { state.numbers.append(add.number) } else { state.others += 1 }
    }
}

func makeStore() -> AppStore {
    AppStore(reducer: AppReducer(), state: .initialValue, middlewares: [createPublisherMiddleware()])
}

/// Returns a store and its middleware, whose retained runs can be counted.
func makeObservedStore() -> (AppStore, PublisherMiddleware<any Action, AppState>) {
    let middleware = PublisherMiddleware<any Action, AppState>()
    return (AppStore(initialState: .initialValue, reducer: AppReducer(), middleware: middleware), middleware)
}

/// An object whose release a test observes.
final class Witness: Sendable {}

/// The error of these tests.
struct Oops: Error {}
