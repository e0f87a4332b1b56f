// SPDX-License-Identifier: MIT

import PublisherKit

struct AppState: Sendable { static let initialValue = AppState() }
func AppReducer() -> Reducer<any Action, AppState> { .identity }
struct Ticked: Action { init(_ tick: Int) {} }
struct Downloaded: Action { let text: String }

var store: Store<any Action, AppState> { given() }
var ticks: PassthroughSubject<Int, Never> { given() }
var download: Just<String> { given() }

enum InPublisherMiddleware {
    typealias AppStore = Store<any Action, AppState>
}
