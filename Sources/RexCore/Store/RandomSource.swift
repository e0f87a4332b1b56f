// SPDX-License-Identifier: MIT

/// The source of a store's random numbers.
///
/// ```swift
/// var random = output.environment.random
/// let delay = Double.random(in: 0...1, using: &random)
/// ```
///
/// Copies share what they draw from, and may be used on any thread.
public struct RandomSource: RandomNumberGenerator, Sendable {
    private let nextNumber: (@Sendable () -> UInt64)?

    /// The random numbers of the system, which are others each time.
    public static let system = RandomSource(nextNumber: nil)

    /// Makes a source that draws from a generator, such as one with a seed: the same numbers each
    /// time.
    public init(_ generator: some RandomNumberGenerator & Sendable) {
        let generator = Lock(generator)
        self.init { generator.withLock { $0.next() } }
    }

    /// Makes a source that gets its numbers from a function, which is called on whichever thread
    /// asks.
    public init(_ nextNumber: @escaping @Sendable () -> UInt64) {
        self.init(nextNumber: nextNumber)
    }

    private init(nextNumber: (@Sendable () -> UInt64)?) {
        self.nextNumber = nextNumber
    }

    /// The next number; of those that two threads ask for at once each gets its own.
    public func next() -> UInt64 {
        guard let nextNumber else {
            var system = SystemRandomNumberGenerator()
            return system.next()
        }
        return nextNumber()
    }
}
