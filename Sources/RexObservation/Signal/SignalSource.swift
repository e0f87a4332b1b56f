// SPDX-License-Identifier: MIT

import RexCore
import RexNavigation

/// A `Signals` in the state, for a view.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@MainActor struct SignalSource<Value> {
    /// The model and the `Signals` in its state.
    struct Identity: Hashable {
        let model: ObjectIdentifier
        let path: AnyKeyPath
    }

    let identity: Identity
    let consumer: SignalConsumer<Value>
    /// Returns the identity of the store or of a model of a projection, and the place of the `Signals`.
    let place: @MainActor () -> [AnyHashable]
    /// The line that connects the view.
    let location: String
    /// Returns whether the model shows a past state, and registers the reader for it.
    let isShowingPastState: @MainActor () -> Bool
    /// Returns the current value, and registers the reader for it.
    let signals: @MainActor () -> Signals<Value>
    /// Returns whether the store still has the part of its state that contains the `Signals`.
    let isPresent: @MainActor () -> Bool
    /// Keeps the consumer until the store has the acknowledgement, even if the model is released.
    let keepConsumer: @MainActor () -> Void
    /// Sends that the view has handled the values up to one.
    let acknowledge: @MainActor (SignalID) -> Void

    init<Action, State>(
        _ model: ObservableStore<Action, State>,
        _ path: KeyPath<State, Signals<Value>>,
        seen action: @escaping @MainActor (SignalID) -> Action,
        file: String,
        function: String,
        line: UInt
    ) {
        let link = model.node.link(path) { SignalLink(path, root: model.root) }
        identity = Identity(model: ObjectIdentifier(model), path: path)
        consumer = link.consumer
        place = { model.place(of: path) }
        location = "\(file):\(line)"
        isShowingPastState = { model.isShowingPastState }
        signals = { model[dynamicMember: path] }
        isPresent = { model.isPresent() }
        keepConsumer = { model.node.track(link) }
        acknowledge = { id in
            model.node.track(link)
            model.send(action(id), file: file, function: function, line: line)
        }
    }
}
