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

    /// The same as the builder form of `combine(_:)`, under the name that reads better in front of a closure.
    @inlinable public static func combined(@CompositionBuilder<Reducer> _ reducers: () -> Reducer) -> Reducer {
        reducers()
    }
}
