// SPDX-License-Identifier: MIT

import Prism
import RexCore
import RexNavigation

import class RecorderMiddleware.Recorder

/// An app with several windows, each with its own screens, which all count from 1.
struct Windows: Codable, Equatable, Sendable {
    struct Window: Codable, Equatable, Identifiable, Sendable {
        let id: String
        var path = PresentationStack<Editor>()
    }

    var list: [Window]
}

@Prism enum WindowAction: Codable, Equatable, Sendable {
    case open
    case path(PresentationAction<EditorAction>)
}

@Prism enum WindowsAction: Codable, Equatable, Sendable {
    case window(ElementIDAction<String, WindowAction>)

    static func window(_ id: String, _ action: WindowAction) -> WindowsAction {
        .window(ElementIDAction(id: id, action: action))
    }
}

typealias WindowsRecorder = Recorder<WindowsAction, Windows>

extension Feature where ActionType == WindowsAction, StateType == Windows, Dependencies == Void {
    /// Records the actions in a store with a window for each id.
    static func record(_ actions: [WindowsAction], in windows: [String], with recorder: WindowsRecorder) {
        let editor = Feature<EditorAction, Editor, Void> { action, editor in
            if case .typed(let text) = action { editor.text = text }
        }
        let window = Feature<WindowAction, Windows.Window, Void>.combine {
            Feature<WindowAction, Windows.Window, Void> { action, window in
                if case .open = action { window.path.push(Editor()) }
            }
            editor.lift(.case(WindowAction.prisms.path, stack: \.path))
        }
        let feature: Feature = window.lift(.case(WindowsAction.prisms.window, each: \.list))
        let store = Store(
            initialState: Windows(list: windows.map { Windows.Window(id: $0) }),
            feature: feature.adding(recorder.middleware),
            dependencies: ()
        )
        for action in actions { store.dispatch(action) }
    }
}
