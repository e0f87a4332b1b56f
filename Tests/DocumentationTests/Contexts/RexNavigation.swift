// SPDX-License-Identifier: MIT

import Foundation
import Prism

struct Note: Sendable, Equatable { var text = "" }
struct Editor: Sendable, Equatable { var text = "" }
struct Detail: Sendable, Equatable {
    var note = 0
    var editor = Presented<Editor>()
    init(note: Int) { self.note = note }
}

@Prism enum EditorAction: Sendable { case saved(String), cancelled, done, save, toastsSeen(Int) }
@Prism enum DetailAction: Sendable { case editor(PresentationAction<EditorAction>), edited(String), saved }
@Prism enum AppAction: Sendable {
    case path(PresentationAction<DetailAction>), alert(PresentationAction<Choice>), chosen(Choice)
}
enum Choice: Sendable, Equatable { case delete }

struct AppState: Sendable {
    var path = PresentationStack<Detail>()
    var alert = Presented<Dialog<Choice>>()
}
struct World: Sendable {
    var api: World { self }
    var editor: World { self }
}

var editor: Feature<EditorAction, Editor, World> { given() }
var detail: Feature<DetailAction, Detail, World> { given() }
var state: AppState {
    get { given() }
    set {}
}
var path: PresentationStack<Detail> {
    get { given() }
    set {}
}

@Prism enum Route: Sendable, Equatable { case folder(String), note(Int), settings, account(UUID) }
var links: DeepLinks<Route> { given() }

typealias App = Feature<AppAction, AppState, World>

enum InFeature_Dialog { typealias Value = App }
enum InPresentationEnding { typealias Value = Feature<DetailAction, Detail, World> }
enum InPresentationAction { static var store: Store<AppAction, AppState> { given() } }
