// SPDX-License-Identifier: MIT

public import RexNavigation

/// A sheet, popover or alert of the state, for a view.
///
/// ```swift
/// let editor = model.presented(\.editor, action: DetailAction.editor)
/// editor.model?.send(.typed("Milk"))  // nil while nothing is presented
/// ```
///
/// In SwiftUI, pass it to the modifier `sheet`, `popover`, `fullScreenCover`, `alert` or
/// `confirmationDialog`. In UIKit, pass it to `UIViewController.present(_:animated:make:)`. Other
/// views read ``id`` and ``model``, and send `.dismissed(id)` when the user closes the presentation.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor public struct ObservablePresented<Action, State: Sendable> {
    let source: PresentationSource<Action, State>

    /// The id of the presentation, or nil.
    ///
    /// Registers the reader for changes of the id only.
    public var id: PresentationID? { source.ids().first }

    /// The model of the presentation, or nil.
    ///
    /// Registers the reader for changes of the id only. The model sends its actions with the id, so
    /// the store refuses them when the presentation is gone. Then the model keeps its last state,
    /// and a view that is being dismissed still shows it. The next presentation gets another model.
    public var model: ObservableStore<Action, State>? { id.flatMap { source.model($0) } }
}

/// The pushed screens of a navigation stack of the state, for a view.
///
/// ```swift
/// let path = model.stack(\.path, action: AppAction.path)
/// path.models.last?.send(.edit)  // to the top screen
/// ```
///
/// In SwiftUI, pass it to `PresentationStackView`. In UIKit, pass it to
/// `UINavigationController.push(_:make:)`. Other views read ``ids`` and ``model(_:)``, and send
/// `.dismissed(id)` when the user goes back from a screen.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor public struct ObservableStack<Action, State: Sendable> {
    let source: PresentationSource<Action, State>

    /// The ids of the screens, from the bottom to the top.
    ///
    /// Registers the reader for changes of the ids only.
    public var ids: [PresentationID] { source.ids() }

    /// Returns the model of a screen, or nil if it isn't in the stack.
    ///
    /// Registers the reader for changes of the ids only. See ``ObservablePresented/model`` for models
    /// of screens that are gone.
    public func model(_ id: PresentationID) -> ObservableStore<Action, State>? { source.model(id) }

    /// The models of the screens, from the bottom to the top.
    ///
    /// - Complexity: O(*n*²) in the number of screens.
    public var models: [ObservableStore<Action, State>] { ids.compactMap { source.model($0) } }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ObservableStore {
    /// Returns a sheet, popover or alert of the state, for a view.
    ///
    /// ```swift
    /// .sheet(model.presented(\.editor, action: DetailAction.editor)) { editor in
    ///     EditorScreen(model: editor)
    /// }
    /// ```
    ///
    /// The model of a presentation is made once, and stays identical while it is in use. For that,
    /// the action must capture nothing, as with ``scope(action:state:)``. The location of this call
    /// is the source of the dismissals and choices that the view sends.
    ///
    /// - Parameters:
    ///   - path: The presentation in the state.
    ///   - action: Returns the action of this model for an action of the presentation.
    public func presented<ChildAction, Child: Sendable>(
        _ path: any KeyPath<State, Presented<Child>> & Sendable,
        action: @autoclosure @escaping () -> @Sendable (PresentationAction<ChildAction>) -> Action,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> ObservablePresented<ChildAction, Child> {
        let embedding = Embedding(ofPresentations: action)
        return ObservablePresented(
            source: PresentationSource(self, path, by: embedding, file: file, function: function, line: line)
        )
    }

    /// Returns the pushed screens of a navigation stack, for a view.
    ///
    /// ```swift
    /// PresentationStackView(model.stack(\.path, action: AppAction.path)) {
    ///     NoteList(model: model)
    /// } destination: { detail in
    ///     DetailScreen(model: detail)
    /// }
    /// ```
    ///
    /// See ``presented(_:action:file:function:line:)`` for the models.
    ///
    /// - Parameters:
    ///   - path: The stack in the state.
    ///   - action: Returns the action of this model for an action of a screen.
    public func stack<ChildAction, Child: Sendable>(
        _ path: any KeyPath<State, PresentationStack<Child>> & Sendable,
        action: @autoclosure @escaping () -> @Sendable (PresentationAction<ChildAction>) -> Action,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> ObservableStack<ChildAction, Child> {
        let embedding = Embedding(ofPresentations: action)
        return ObservableStack(
            source: PresentationSource(self, path, by: embedding, file: file, function: function, line: line)
        )
    }
}
