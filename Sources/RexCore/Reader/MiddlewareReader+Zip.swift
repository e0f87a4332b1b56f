// SPDX-License-Identifier: MIT

extension MiddlewareReaderProtocol {
    /// Makes a reader of what `map` makes of the middlewares that several readers give.
    ///
    /// All of them get the same dependencies, from left to right; then `map` runs, once for each ``inject``.
    ///
    /// ```swift
    /// let both = MiddlewareReader.zip(network, clock) { network, clock in network <> clock }
    /// ```
    @inlinable public static func zip<World, each Member: MiddlewareProtocol, Output: MiddlewareProtocol>(
        _ readers: repeat any MiddlewareReaderProtocol<World, each Member>,
        with map: @escaping @Sendable (repeat each Member) -> Output
    ) -> MiddlewareReader<World, Output> {
        let injects = (repeat (each readers).inject)
        return MiddlewareReader { world in
            map(repeat (each injects)(world))
        }
    }
}
