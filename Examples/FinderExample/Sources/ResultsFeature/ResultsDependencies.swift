// SPDX-License-Identifier: MIT

public import TextSearch

/// The dependencies of the results.
public struct ResultsDependencies: Sendable {
    /// Continues a search for some milliseconds.
    ///
    /// The hits are sorted.
    public var step: @Sendable (Lane) async throws -> SearchBatch
    /// Searches a missing file again.
    ///
    /// Throws ``FileVanished`` if it is still missing.
    public var retry: @Sendable (Search, PathName) async throws -> SearchBatch
    /// Counts the files, and reports the number so far from time to time.
    public var count: @Sendable (_ soFar: @Sendable (Int) -> Void) async throws -> Int

    /// Makes the dependencies from functions.
    public init(
        step: @escaping @Sendable (Lane) async throws -> SearchBatch,
        retry: @escaping @Sendable (Search, PathName) async throws -> SearchBatch,
        count: @escaping @Sendable (_ soFar: @Sendable (Int) -> Void) async throws -> Int
    ) {
        (self.step, self.retry, self.count) = (step, retry, count)
    }
}

/// The error of a file that is no longer at its path.
public struct FileVanished: Error {
    /// The search that needed the file.
    public var search: Search

    /// Makes the error for a search.
    public init(in search: Search) { self.search = search }
}
