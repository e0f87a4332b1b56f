// SPDX-License-Identifier: MIT

#if DEBUG
// What an action needs and no feature of the store handles.

/// What one action needs, while it is processed.
@usableFromInline struct Unhandled: Sendable {
    let runs: UnhandledRuns?
    /// The type of the presentation to which nothing is lifted.
    let presentation: Any.Type?
}

extension StoreCore {
    /// Whether the actions of this store are checked, so that they need the full loop.
    @usableFromInline var mayHaveUnhandled: Bool {
        UnhandledRuns.areCollected.withLock(\.self) || UnhandledPresentations.areSearched.withLock(\.self)
    }

    /// Begins to check an action; nil if there is nothing to check.
    @usableFromInline func findUnhandled(_ action: ActionType) -> Unhandled? {
        let runs = UnhandledRuns.areCollected.withLock(\.self) ? UnhandledRuns() : nil
        let presentation = UnhandledPresentations.find(in: action)
        guard runs != nil || presentation != nil else { return nil }
        contents.withLock { $0.unhandledRuns = runs }
        return Unhandled(runs: runs, presentation: presentation)
    }

    /// Reports what no feature has handled, each text once.
    @usableFromInline func report(
        _ unhandled: Unhandled,
        _ place: ActionSource,
        _ output: AnyActionHandler<ActionType>
    ) {
        let runs = unhandled.runs?.all ?? []
        let sent: @Sendable () -> String = { "The action was sent at \(place.file):\(place.line)." }
        let observer = contents.withLock { contents in
            contents.unhandledRuns = nil
            return contents.hook.unhandledRuns
        }
        if let observer {
            for run in runs { observer { run().map { "\($0) \(sent())" } } }
        }
        var texts = observer == nil ? runs.compactMap { $0() } : []
        if let type = unhandled.presentation {
            texts.append(
                """
                Nothing is lifted to the presentation of a \(type), so it has no feature, and only a reducer written by \
                hand can end it. Lift its feature with .case(…, presented: …) or .case(…, stack: …), or add \
                Feature.dialog for a Dialog.
                """
            )
        }
        for text in contents.withLock({ contents in texts.filter { contents.reported.insert($0).inserted } }) {
            output.post(.mistake, .mistake("\(text) \(sent())"))
        }
    }
}

extension AnyActionHandler {
    /// Calls `observer` with each run that no feature has seen by the end of its action, instead of a report.
    ///
    /// Call it in `receiveContext`. The function that it gets returns the text about the run, or nil once the run is gone or
    /// a feature has seen it.
    package func observeUnhandledRuns(_ observer: @escaping @Sendable (@escaping @Sendable () -> String?) -> Void) {
        connection?.withHook { $0.unhandledRuns = observer }
    }
}
#endif
