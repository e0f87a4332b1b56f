// SPDX-License-Identifier: MIT

import RexCore

/// An asynchronous part of a test, whose steps are among those of its world.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class WorldTask<Value: Sendable>: Sendable {
    private let world: WorldCore
    private let content = Lock<Result<Value, any Error>?>(nil)

    /// The name in the text of an error.
    private let name: String

    /// Starts it; its first step is ready then.
    init(in world: WorldCore, at place: CallSite? = nil, _ body: @escaping @Sendable () async throws -> Value) {
        self.world = world
        name = place.map { "perform at \(fileName($0.name))" } ?? "The body"
        Task(executorPreference: RunExecutor(world, .test)) { [content, world] in
            let result: Result<Value, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            content.withLock { $0 = result }
            world.wake()
        }
    }

    /// The value or the error; nil until it has ended.
    var result: Result<Value, any Error>? { content.withLock { $0 } }

    /// The error of a task that does not go on.
    struct Stuck: StuckError, CustomStringConvertible {
        let description: String
    }

    /// Takes steps, and moves the time to the next moment where none is ready, until it has ended
    /// or waits for something outside.
    ///
    /// - Returns: whether it has ended.
    func proceed() throws(Stuck) -> Bool {
        for _ in 0..<10_000 {
            let end = world.drain(lateUntil: nil)
            if case .endless = end {
                throw Stuck(
                    description: "\(name): after \(WorldCore.stepLimit) steps at the same moment there are still more."
                )
            }
            guard result == nil else { return true }
            if case .late(let moment) = end {
                world.move(to: moment)
            } else {
                guard let moment = world.nextMoment else { return false }
                world.move(to: moment)
            }
        }
        throw Stuck(description: "\(name) has not ended after 10000 moments at which something was due.")
    }

    var waitsOutside: Stuck {
        Stuck(
            description:
                "\(name) waits for something that the test does not move: an actor with an executor of its own, real input and output, or a value that nobody sends."
        )
    }

    /// Takes steps as `proceed` does, and waits for what is outside, in real time.
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

/// An asynchronous part of a test does not go on.
protocol StuckError: Error {}
