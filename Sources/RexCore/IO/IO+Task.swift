// SPDX-License-Identifier: MIT

extension IO {
    /// Creates an `IO` that starts a task of the store.
    ///
    /// ```swift
    /// return .task { output in
    ///     let text = await network.load(url)
    ///     output.dispatch(.loaded(text), from: source)
    /// }
    /// ```
    ///
    /// The task starts when the `IO` runs. At the end of the store it is cancelled, and its queued
    /// and future actions are dropped; see ``AnyActionHandler/startTask(from:_:)``.
    @_alwaysEmitIntoClient public static func task(
        from source: ActionSource? = nil,
        _ operation: @escaping @Sendable (_ output: AnyActionHandler<OutputActionType>) async -> Void
    ) -> IO {
        IO { output in output.startTask(from: source, operation) }
    }
}
