// SPDX-License-Identifier: MIT

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TestStore {
    /// Runs an asynchronous part of a test in the world of the test store, and returns its result.
    ///
    /// ```swift
    /// let received = try test.perform { await server.received }
    /// ```
    ///
    /// This call takes the steps of `body`, of the actors that it calls, and of the runs. If no
    /// step is ready, the time advances to the next deadline.
    ///
    /// - Throws: The error of `body`, or an error that describes what `body` waits for if the test
    ///   does not control it.
    public func perform<Value: Sendable>(
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        _ body: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let task = performed(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column), body)
        guard try task.proceed(), let result = task.result else { throw task.waitsOutside }
        return try result.get()
    }

    /// Runs an asynchronous part in an asynchronous test.
    ///
    /// It may wait for something outside of the test, for up to a second.
    public func perform<Value: Sendable>(
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let task = performed(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column), body)
        return try await task.end()
    }

    private func performed<Value: Sendable>(
        at location: CallSite,
        _ body: @escaping @Sendable () async throws -> Value
    ) -> WorldTask<Value> {
        hasFinished = false
        world.exploration?.noteCall("perform { … }", of: number)
        return WorldTask(in: world, at: location, body)
    }
}
