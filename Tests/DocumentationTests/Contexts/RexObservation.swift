// SPDX-License-Identifier: MIT

import Observation
import RexNavigation

#if canImport(SwiftUI)
import SwiftUI
#endif
#if canImport(UIKit)
import UIKit
#endif

struct Todo: Sendable, Identifiable {
    let id: Int
    var title = ""
    var isDone = false
}
struct Editor: Sendable { var text = "" }
struct Detail: Sendable {}
struct Player: Sendable, Identifiable {
    let id: Int
    var song = ""
}
struct Settings: Sendable {}

struct AppState: Sendable {
    var title = ""
    var text = ""
    var todos: [Todo] = []
    var path = PresentationStack<Detail>()
    var editor = Presented<Editor>()
    var alert = Presented<Dialog<Int>>()
    var player: Player?
    var settings = Settings()
    var toasts = Signals<String>()
}
typealias Shelf = AppState

/// The actions of all examples, so that one model serves them.
indirect enum AppAction: Sendable {
    case rename(String), typed(String), read, edit, paused, reset, closed, toastsSeen(SignalID)
    case row(ElementIDAction<Int, AppAction>), player(AppAction), settings(AppAction)
    case path(PresentationAction<AppAction>), editor(PresentationAction<AppAction>), alert(PresentationAction<Int>)
}
typealias DetailAction = AppAction
typealias EditorAction = AppAction
typealias FormAction = AppAction
typealias MusicAction = AppAction
typealias ShelfAction = AppAction
typealias TodoAction = AppAction

var store: Store<AppAction, AppState> { given() }
var past: AppState { given() }
@MainActor var model: ObservableStore<AppAction, AppState> { given() }

enum InObservableStore_Signals {
    final class ToastView: Sendable { func showToast(_ text: String) {} }
    static var view: ToastView { given() }
    @MainActor static var connection: SignalConnection? {
        get { nil }
        set {}
    }
}

typealias RowView = Blank
typealias PlayerView = Blank
typealias NoteList = Blank
typealias DetailScreen = Blank
typealias EditorScreen = Blank

@MainActor var receiver: Blank { given() }
@MainActor var toast: String {
    get { given() }
    set {}
}

#if canImport(SwiftUI)
struct Blank: View {
    init(model: Any) {}
    var body: some View { EmptyView() }
}
#else
struct Blank {
    init(model: Any) {}
    func sheet<A, S>(_ sheet: ObservablePresented<A, S>, content: (ObservableStore<A, S>) -> Blank) -> Blank { self }
}
func List<Rows: Collection>(_ rows: Rows, row: (Rows.Element) -> Blank) {}
@MainActor func PresentationStackView<A, S>(
    _ stack: ObservableStack<A, S>,
    root: () -> Blank,
    destination: (ObservableStore<A, S>) -> Blank
) {}
#endif
#if canImport(UIKit) && !os(watchOS)
@MainActor func DetailController(model: Any) -> UIViewController { given() }
@MainActor func EditorController(model: Any) -> UIViewController { given() }
@MainActor var controller: UIViewController { given() }
@MainActor var navigation: UINavigationController { given() }
@MainActor var connection: PresentationConnection? {
    get { nil }
    set {}
}
#endif
