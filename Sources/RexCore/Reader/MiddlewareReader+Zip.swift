// SPDX-License-Identifier: MIT

extension MiddlewareReaderProtocol {
    /// A reader that injects the same dependencies into several readers, and combines the middlewares that they give.
    ///
    /// The readers are injected from left to right, then `map` is called with what they gave.
    ///
    /// ```swift
    /// let both = MiddlewareReader.zip(network, clock) { network, clock in network <> clock }
    /// ```
    public static func zip<World, each Member: MiddlewareProtocol, Output: MiddlewareProtocol>(
        _ readers: repeat any MiddlewareReaderProtocol<World, each Member>,
        with map: @escaping @Sendable (repeat each Member) -> Output
    ) -> MiddlewareReader<World, Output> {
        let injects = (repeat (each readers).inject)
        return MiddlewareReader { world in
            map(repeat (each injects)(world))
        }
    }
}
