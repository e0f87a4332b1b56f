// SPDX-License-Identifier: MIT

public import RexCore

/// Saves a part of the state of one store, without its types.
@usableFromInline protocol StateSaving: AnyObject, Sendable {
    /// Saves unsaved changes, and returns when that is done or has failed.
    func saveNow(from source: ActionSource)
}

/// Begins to save a part of the state when a store starts, and saves it at once after some actions.
@usableFromInline struct SavingMiddleware<Action, State>: MiddlewareProtocol, Sendable {
    @usableFromInline typealias Begin =
        @Sendable (@escaping GetState<State>, AnyActionHandler<Action>) -> any StateSaving

    private let part: Any.Type
    private let place: ActionSource
    private let begin: Begin
    @usableFromInline let now: @Sendable (Action) -> Any?
    /// The savers of the stores that have this middleware.
    private let savers = Lock<[ObjectIdentifier: any StateSaving]>([:])

    @usableFromInline init(
        of part: Any.Type,
        at place: ActionSource,
        now: @escaping @Sendable (Action) -> Any?,
        begin: @escaping Begin
    ) {
        self.part = part
        self.place = place
        self.now = now
        self.begin = begin
    }

    /// Saves at once if `now` returns a value for the action.
    @inlinable func handle(
        action: Action,
        from dispatcher: ActionSource,
        state: @escaping GetState<State>
    ) -> IO<Action> {
        // Most actions don't save at once, and unwrapping the value would copy it.
        guard case .some(let trigger) = now(action), trigger as? Bool ?? true else { return .pure() }
        return savingNow(from: dispatcher)
    }

    @usableFromInline func savingNow(from source: ActionSource) -> IO<Action> {
        IO { [savers] output in
            guard let store = output.storeIdentity else { return }
            savers.withLock { $0[store] }?.saveNow(from: source)
        }
    }

    /// The entry of the saved part.
    @usableFromInline var mapEntries: [FeatureMap] {
        [FeatureMap(kind: "saving", text: "Saving of \(part)", at: place)]
    }

    @usableFromInline func receiveContext(getState: @escaping GetState<State>, output: AnyActionHandler<Action>) {
        guard let store = output.storeIdentity else { return }
        let saver = begin(getState, output)
        savers.withLock { $0[store] = saver }
        output.onEnd { [savers] in savers.withLock { _ = $0.removeValue(forKey: store) } }
    }
}
