// SPDX-License-Identifier: MIT

import RexCore

/// An asynchronous part of a test, whose steps are among those of its world.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class TestPiece<Value: Sendable>: Sendable {
    private let world: WorldCore
    private let content = Lock<Result<Value, any Error>?>(nil)

    /// What it is called where it does not go on.
    private let name: String

    /// Starts it; its first step is ready then.
    init(in world: WorldCore, at place: CallPlace? = nil, _ body: @escaping @Sendable () async throws -> Value) {
        self.world = world
        name = place.map { "perform at \(fileName($0.name))" } ?? "The body"
        Task(executorPreference: RunExecutor(world, .test)) { [content, world] in
            let result: Result<Value, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            content.withLock { $0 = result }
            world.wake()
        }
    }

    /// What came of it; nil until then.
    var result: Result<Value, any Error>? { content.withLock { $0 } }

    /// Why it does not go on.
    struct Stuck: StuckError, CustomStringConvertible {
        let description: String
    }

    /// Takes steps, and moves the time to the next moment where none is ready, until it has ended or waits for something
    /// outside.
    ///
    /// - Returns: whether it has ended.
    func proceed() throws(Stuck) -> Bool {
        for _ in 0..<10_000 {
            world.exploration?.noteProgress()
            let moment = world.nextMoment
            guard world.drain(or: moment.map { .time($0) } ?? .nothing) else {
                throw Stuck(
                    description: "\(name): after \(WorldCore.stepLimit) steps at the same moment there are still more."
                )
            }
            guard result == nil else { return true }
            guard let moment = world.nextMoment else { return false }
            world.move(to: moment)
        }
        throw Stuck(description: "\(name) has not ended after 10000 moments at which something was due.")
    }

    var waitsOutside: Stuck {
        Stuck(
            description:
                "\(name) waits for something that the test does not move: an actor with an executor of its own, real input and output, or a value that nobody sends."
        )
    }

    /// Does the same, and waits for what is outside, in real time.
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

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TestStore {
    /// Runs an asynchronous part of a test in the world of the test store, and returns what it returns.
    ///
    /// ```swift
    /// let received = try test.perform { await server.received }
    /// ```
    ///
    /// Its steps, and those of the actors that it calls, are taken by this call, among those of the runs. Where nothing else
    /// is ready the time is moved to the next moment at which something is due.
    ///
    /// - Throws: what `body` throws; or, described, that it waits for something that the test does not move.
    public func perform<Value: Sendable>(
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        _ body: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let piece = performed(at: CallPlace(fileID: fileID, filePath: filePath, line: line, column: column), body)
        guard try piece.proceed(), let result = piece.result else { throw piece.waitsOutside }
        let value = try result.get()
        noteProgress()
        return value
    }

    /// The same in an asynchronous test; what it waits for may be outside then, for a second at most.
    public func perform<Value: Sendable>(
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let piece = performed(at: CallPlace(fileID: fileID, filePath: filePath, line: line, column: column), body)
        let value = try await piece.end()
        noteProgress()
        return value
    }

    private func performed<Value: Sendable>(
        at place: CallPlace,
        _ body: @escaping @Sendable () async throws -> Value
    ) -> TestPiece<Value> {
        hasFinished = false
        world.exploration?.noteCall("perform { … }", of: number)
        return TestPiece(in: world, at: place, body)
    }
}
