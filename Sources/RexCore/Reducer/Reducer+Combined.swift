// SPDX-License-Identifier: MIT

extension Reducer {
    /// Joins the reducers that stand below each other in a closure, from top to bottom.
    ///
    /// ```swift
    /// let app = Reducer<AppAction, AppState> {
    ///     counter.lift(action: \.counter, state: \.count)
    ///     if isDebugBuild { journal }
    /// }
    /// ```
    @inlinable public init(@CompositionBuilder<Reducer> _ reducers: () -> Reducer) {
        self = reducers()
    }

    /// Joins the reducers that stand below each other in a closure; the same as `Reducer { ... }`.
    @inlinable public static func combined(@CompositionBuilder<Reducer> _ reducers: () -> Reducer) -> Reducer {
        reducers()
    }
}
