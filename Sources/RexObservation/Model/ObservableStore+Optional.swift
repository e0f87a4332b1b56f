// SPDX-License-Identifier: MIT

import RexCore

/// Models of optional parts of the state, such as the state of a sheet or a pushed screen.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ObservableStore {
    /// Returns a model of an optional part with its own actions, or nil while the part is nil.
    ///
    /// ```swift
    /// if let player = model.scope(\.player, action: MusicAction.player) { print(player.song) }
    /// ```
    ///
    /// It registers the reader for the presence of the part, and for its id if it has one: a part
    /// with another id counts as another part. Other changes of the part notify the readers of its
    /// model.
    ///
    /// The model stays identical while it is in use, as with ``scope(action:state:)``. While the
    /// part is nil, the model keeps its last value, sends no notifications and drops actions. So a
    /// view that is being dismissed still shows its last content. If the part returns, the model
    /// continues with it. A recording doesn't contain the dropped actions. The models of
    /// ``presented(_:action:file:function:line:)`` drop nothing: the store refuses late actions, and
    /// a recording contains them.
    ///
    /// - Parameters:
    ///   - path: The part. For a case of an enum, a property that returns its payload or nil.
    ///   - action: Returns the action of this model for an action of the child.
    /// - Complexity: While the model is in use, it keeps a copy of the part, so the next change of
    ///   a collection in the part copies that collection.
    public func scope<ChildAction, Child: Sendable>(
        _ path: any KeyPath<State, Child?> & Sendable,
        action: @autoclosure @escaping () -> @Sendable (ChildAction) -> Action
    ) -> ObservableStore<ChildAction, Child>? {
        scope(path, by: Embedding(of: action))
    }

    /// Makes a value that reads the model of an optional part, and dispatches an action to dismiss
    /// the part.
    ///
    /// ```swift
    /// let player = model.value(\.player, action: MusicAction.player, dismiss: .closed)
    /// player.get()?.send(.paused)
    /// player.set(nil)  // dispatches .closed
    /// ```
    ///
    /// `get` returns ``scope(_:action:)``. Setting nil dispatches `dismiss`, with the location of
    /// this call as its source, unless the part is already nil. If the part is still there when the
    /// action was processed, the readers are notified: a sheet that the user has closed opens again.
    /// Setting a model does nothing.
    public func value<ChildAction, Child: Sendable>(
        _ path: any KeyPath<State, Child?> & Sendable,
        action: @autoclosure @escaping () -> @Sendable (ChildAction) -> Action,
        dismiss: Action,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> ObservableValue<ObservableStore<ChildAction, Child>?> {
        value(path, by: Embedding(of: action), dismiss: dismiss, file: file, function: function, line: line)
    }

    func value<ChildAction, Child: Sendable>(
        _ path: any KeyPath<State, Child?> & Sendable,
        by embedding: Embedding<ChildAction, Action>,
        dismiss: Action,
        file: String,
        function: String,
        line: UInt
    ) -> ObservableValue<ObservableStore<ChildAction, Child>?> {
        ObservableValue {
            self.scope(path, by: embedding)
        } set: { new in
            let state = self.root.isShowing ? self.node.current() : self.getState()
            guard new == nil, state[keyPath: path] != nil else { return }
            let notifyReaders = self.link(path).notifyingReaders()
            self.send(dismiss, file: file, function: function, line: line)
            self.whenProcessed { if self.node.current()[keyPath: path] != nil { notifyReaders() } }
        }
    }

    private typealias PartLink<Child> = ElementsLink<State, OptionalPart<Child>, AnyHashable>

    private func link<Child>(_ path: KeyPath<State, Child?>) -> PartLink<Child> {
        node.link(path) { PartLink(path.appending(path: \.asPart), id: OptionalPart.id, in: node) }
    }

    private func scope<ChildAction, Child: Sendable>(
        _ path: any KeyPath<State, Child?> & Sendable,
        by embedding: Embedding<ChildAction, Action>
    ) -> ObservableStore<ChildAction, Child>? {
        let link = link(path)
        let snapshot = link.readList()
        guard !snapshot.ids.isEmpty else { return nil }
        let row = link.row(at: 0, of: snapshot)
        return row.models.first {
            $0.isChild(of: self, by: embedding)
        } orAdd: {
            let first = snapshot[0]
            let getPart: @Sendable () -> Child? = { [getState] in
                getState()[keyPath: path].asPart.same(as: first)
            }
            return ObservableStore<ChildAction, Child>(
                node: link.node(of: row),
                // While a past state is shown, the root refuses the action and reports that.
                handler: handler.contramap(embedding.embed).filter { [root] in
                    root.isShowing || getPart() != nil
                },
                parent: self,
                path: path,
                embedding: embedding,
                getState: { getPart() ?? first },
                isPresent: { [isPresent] in isPresent() && getPart() != nil }
            )
        }
    }
}
