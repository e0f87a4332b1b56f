// SPDX-License-Identifier: MIT

/// The source of a store's random numbers.
///
/// ```swift
/// var random = output.environment.random
/// let delay = Double.random(in: 0...1, using: &random)
/// ```
///
/// Copies share one generator. Any thread may use it.
public struct RandomSource: RandomNumberGenerator, Sendable {
    private let nextNumber: (@Sendable () -> UInt64)?

    /// The random numbers of the system, which differ in each run.
    public static let system = RandomSource(nextNumber: nil)

    /// Creates a source that draws from a generator.
    ///
    /// A seeded generator gives the same numbers each time.
    public init(_ generator: some RandomNumberGenerator & Sendable) {
        let generator = Lock(generator)
        self.init { generator.withLock { $0.next() } }
    }

    /// Creates a source from a function, which is called on the thread that draws a number.
    public init(_ nextNumber: @escaping @Sendable () -> UInt64) {
        self.init(nextNumber: nextNumber)
    }

    private init(nextNumber: (@Sendable () -> UInt64)?) {
        self.nextNumber = nextNumber
    }

    /// Returns the next number.
    ///
    /// If two threads draw at the same time, each gets a number of its own.
    public func next() -> UInt64 {
        guard let nextNumber else {
            var system = SystemRandomNumberGenerator()
            return system.next()
        }
        return nextNumber()
    }
}
