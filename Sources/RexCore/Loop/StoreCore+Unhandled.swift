// SPDX-License-Identifier: MIT

#if DEBUG
// What an action needs and no feature of the store handles.

/// What one action needs, while it is processed.
@usableFromInline struct Unhandled: Sendable {
    let runs: UnhandledRuns?
    /// The presentation to which no feature of the store is lifted.
    let presentation: Any.Type?
}

extension StoreCore {
    /// Whether the actions of this store are checked, so that they need the full loop.
    @usableFromInline var mayHaveUnhandled: Bool {
        UnhandledRuns.areCollected.withLock(\.self) || UnhandledPresentations.areSearched.withLock(\.self)
    }

    /// Sets whether each lift to presentations has a middleware, as those of features have.
    @usableFromInline func knowsPresentations(_ areKnown: Bool) {
        contents.withLock { $0.hook.liftedPresentations = areKnown ? [] : nil }
    }

    /// Begins to check an action; nil if there is nothing to check.
    @usableFromInline func findUnhandled(_ action: ActionType) -> Unhandled? {
        let runs = UnhandledRuns.areCollected.withLock(\.self) ? UnhandledRuns() : nil
        let presentations = UnhandledPresentations.types(in: action)
        guard runs != nil || !presentations.isEmpty else { return nil }
        return contents.withLock { contents in
            contents.unhandledRuns = runs
            let lifted = contents.hook.liftedPresentations
            let isUnknown = { (type: Any.Type) in lifted?.contains(ObjectIdentifier(type)) == false }
            return Unhandled(runs: runs, presentation: presentations.first(where: isUnknown))
        }
    }

    /// Reports what no feature has handled, each text once.
    @usableFromInline func report(
        _ unhandled: Unhandled,
        _ place: ActionSource,
        _ output: AnyActionHandler<ActionType>
    ) {
        let runs = unhandled.runs?.all ?? []
        let observer = contents.withLock { contents in
            contents.unhandledRuns = nil
            return contents.hook.unhandledRuns
        }
        if let observer { runs.forEach(observer) }
        var texts = observer == nil ? runs.compactMap { $0() } : []
        if let type = unhandled.presentation {
            texts.append(
                """
                No feature of this store is lifted to the presentation of a \(type), so its feature does nothing and no \
                action ends it. Lift it with .case(…, presented: …) or .case(…, stack: …), or add Feature.dialog for a \
                Dialog.
                """
            )
        }
        for text in contents.withLock({ contents in texts.filter { contents.reported.insert($0).inserted } }) {
            output.post(.mistake, .mistake("\(text) The action was sent at \(place.file):\(place.line)."))
        }
    }
}

extension AnyActionHandler {
    /// Notes that the store has a lift to the presentations of this type of action.
    ///
    /// Call it in `receiveContext`.
    package func noteLift(ofPresentations type: Any.Type) {
        _ = connection?.withHook { $0.liftedPresentations?.insert(ObjectIdentifier(type)) }
    }

    /// Calls `observer` with each run that no feature has seen by the end of its action, instead of a report.
    ///
    /// Call it in `receiveContext`. The function that it gets returns the text about the run, or nil once the run is gone or
    /// a feature has seen it.
    package func observeUnhandledRuns(_ observer: @escaping @Sendable (@escaping @Sendable () -> String?) -> Void) {
        connection?.withHook { $0.unhandledRuns = observer }
    }
}
#endif
