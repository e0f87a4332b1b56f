// SPDX-License-Identifier: MIT

extension ComposedMiddleware {
    /// Joins the middlewares that stand below each other in a closure, from top to bottom.
    @inlinable public init(@CompositionBuilder<ComposedMiddleware> _ middlewares: () -> ComposedMiddleware) {
        self = middlewares()
    }
}
