// SPDX-License-Identifier: MIT

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TestStore {
    /// Runs an asynchronous part of a test in the world of the test store, and returns what it
    /// returns.
    ///
    /// ```swift
    /// let received = try test.perform { await server.received }
    /// ```
    ///
    /// Its steps, and those of the actors that it calls, are taken by this call, among those of the
    /// runs. Where nothing else is ready the time is moved to the next moment at which something is
    /// due.
    ///
    /// - Throws: what `body` throws; or, described, that it waits for something that the test does
    ///   not move.
    public func perform<Value: Sendable>(
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        _ body: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let task = performed(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column), body)
        guard try task.proceed(), let result = task.result else { throw task.waitsOutside }
        let value = try result.get()
        noteProgress()
        return value
    }

    /// Runs an asynchronous part in an asynchronous test, where it may wait for something outside,
    /// for a second at most.
    public func perform<Value: Sendable>(
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = performed(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column), body)
        let value = try await task.end()
        noteProgress()
        return value
    }

    private func performed<Value: Sendable>(
        at place: CallSite,
        _ body: @escaping @Sendable () async throws -> Value
    ) -> WorldTask<Value> {
        hasFinished = false
        world.exploration?.noteCall("perform { … }", of: number)
        return WorldTask(in: world, at: place, body)
    }
}
