// SPDX-License-Identifier: MIT

extension MiddlewareReaderProtocol {
    /// A reader that ignores its dependencies and gives a middleware that exists already, or nearly.
    ///
    /// `value` is evaluated once, by the first ``inject``; each later one gives the same middleware.
    public static func pure(_ value: @escaping @Sendable @autoclosure () -> MiddlewareType) -> Self {
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
