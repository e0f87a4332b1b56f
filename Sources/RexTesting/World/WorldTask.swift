// SPDX-License-Identifier: MIT

import RexCore

/// An asynchronous part of a test.
///
/// Its steps are taken like others of its world.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class WorldTask<Value: Sendable>: Sendable {
    private let world: WorldCore
    private let content = Lock<Result<Value, any Error>?>(nil)

    /// The name of the part in errors.
    private let name: String

    /// Starts the part.
    ///
    /// Its first step is ready when this returns.
    init(in world: WorldCore, at location: CallSite? = nil, _ body: @escaping @Sendable () async throws -> Value) {
        self.world = world
        name = location.map { "perform at \(fileName($0.name))" } ?? "The body"
        Task(executorPreference: RunExecutor(world, .test)) { [content, world] in
            let result: Result<Value, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            content.withLock { $0 = result }
            world.wake()
        }
    }

    /// The value or the error, or nil until the part has ended.
    var result: Result<Value, any Error>? { content.withLock { $0 } }

    /// The error of a part that does not continue.
    struct Stuck: StuckError, CustomStringConvertible {
        let description: String
    }

    /// Takes steps, and advances the time when none is ready, until the part has ended or waits for
    /// something outside of the test.
    ///
    /// - Returns: Whether the part has ended.
    func proceed() throws(Stuck) -> Bool {
        for _ in 0..<10_000 {
            let end = world.drain(lateUntil: nil)
            if case .endless = end {
                throw Stuck(
                    description: "\(name): Took \(WorldCore.stepLimit) steps at the same time and more are ready."
                )
            }
            guard result == nil else { return true }
            if case .late(let moment) = end {
                world.move(to: moment)
            } else {
                guard let moment = world.nextDeadline else { return false }
                world.move(to: moment)
            }
        }
        throw Stuck(description: "\(name) has not ended after 10000 deadlines.")
    }

    var waitsOutside: Stuck {
        Stuck(
            description:
                "\(name) waits for something that the test does not control: an actor with its own executor, real input and output, or a value that is never sent."
        )
    }

    /// Takes steps as `proceed` does, and waits for work outside of the test, in real time.
    func end(within limit: Duration = .seconds(1)) async throws -> Value {
        let (moments, moment) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
        let stop = world.whenReady { moment.yield(true) }
        defer { stop() }
        while try !proceed() {
            let timeout = Task {
                try await ContinuousClock().sleep(for: limit)
                moment.yield(false)
            }
            defer { timeout.cancel() }
            var iterator = moments.makeAsyncIterator()
            let isInTime = await iterator.next() ?? false
            try Task.checkCancellation()
            guard isInTime || result != nil else { throw waitsOutside }
        }
        guard let result else { throw waitsOutside }
        return try result.get()
    }
}

/// The error of an asynchronous part that does not continue.
protocol StuckError: Error {}
