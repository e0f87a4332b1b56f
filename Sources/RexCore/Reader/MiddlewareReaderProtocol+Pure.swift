// SPDX-License-Identifier: MIT

extension MiddlewareReaderProtocol {
    /// Makes a reader that ignores its dependencies and always gives the same middleware.
    ///
    /// `value` is evaluated once, by the first ``inject``. A middleware with state of its own is
    /// for one store, as always.
    @inlinable public static func pure(_ value: @escaping @Sendable @autoclosure () -> MiddlewareType) -> Self {
        let made = Lock<MiddlewareType?>(nil)
        return Self { _ in
            made.withLock { made in
                if let made { return made }
                let new = value()
                made = new
                return new
            }
        }
    }
}
