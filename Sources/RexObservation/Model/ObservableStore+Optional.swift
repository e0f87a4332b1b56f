// SPDX-License-Identifier: MIT

public import RexCore

/// Models of a part that comes and goes, such as what a sheet or a pushed screen shows.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ObservableStore {
    /// A model of a part that may be nil, with the actions of this one; nil as long as it is.
    ///
    /// See ``scope(_:action:)``.
    public func scope<Child: Sendable>(
        _ path: any KeyPath<State, Child?> & Sendable
    ) -> ObservableStore<Action, Child>? {
        scope(path, by: Embedding())
    }

    /// A model of a part that may be nil, with actions of its own; nil as long as it is.
    ///
    /// ```swift
    /// if let player = model.scope(\.player, action: MusicAction.player) { print(player.song) }
    /// ```
    ///
    /// It registers the reader for whether the part is there, and for its id if it has one: a part
    /// with another id is another part. What else changes in it notifies the readers of the model.
    ///
    /// The model is identical as long as it is in use, as that of ``scope(action:state:)``. While
    /// its part is gone it keeps the last value, notifies nobody and drops what it is sent, so a
    /// view that is on its way out goes on showing what it did. If the part comes back, it goes on
    /// with that.
    ///
    /// - Parameters:
    ///   - path: the part; for a case of an enum, a property with its payload or nil.
    ///   - action: makes an action of this model from one of the child's.
    /// - Complexity: as long as the model is in use it keeps a copy of the part, so that the next
    ///   change of a collection in it copies that collection.
    public func scope<ChildAction, Child: Sendable>(
        _ path: any KeyPath<State, Child?> & Sendable,
        action: @autoclosure @escaping () -> @Sendable (ChildAction) -> Action
    ) -> ObservableStore<ChildAction, Child>? {
        scope(path, by: Embedding(of: action))
    }

    /// A model of a part that may be nil, whose actions are those of one case; nil as long as it
    /// is.
    ///
    /// See ``scope(_:action:)``.
    public func scope<ChildAction, Child: Sendable>(
        _ path: any KeyPath<State, Child?> & Sendable,
        case casePath: CasePath<Action, ChildAction>
    ) -> ObservableStore<ChildAction, Child>? {
        scope(path, by: Embedding(casePath.embed))
    }

    /// Makes something of a part that may be nil: its model can be read, and the part be dismissed
    /// by an action.
    ///
    /// ```swift
    /// let player = model.value(\.player, action: MusicAction.player, dismiss: .closed)
    /// player.get()?.send(.paused)
    /// player.set(nil)  // dispatches .closed
    /// ```
    ///
    /// `get` is ``scope(_:action:)``. `set` dispatches `dismiss` for nil, with the place of this
    /// call as its source, unless the part is gone already; for a model it does nothing.
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
            guard new == nil, self.getState()[keyPath: path] != nil else { return }
            self.send(dismiss, file: file, function: function, line: line)
        }
    }

    private func scope<ChildAction, Child: Sendable>(
        _ path: any KeyPath<State, Child?> & Sendable,
        by embedding: Embedding<ChildAction, Action>
    ) -> ObservableStore<ChildAction, Child>? {
        typealias Link = ElementsLink<State, OptionalPart<Child>, AnyHashable>
        let link = node.link(path) { Link(path.appending(path: \.asPart), id: OptionalPart.id, in: node) }
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
                handler: handler.contramap(embedding.embed).filter { getPart() != nil },
                parent: self,
                embedding: embedding,
                getState: { getPart() ?? first }
            )
        }
    }
}
