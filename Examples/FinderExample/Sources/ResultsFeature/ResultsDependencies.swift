// SPDX-License-Identifier: MIT

public import TextSearch

/// The dependencies of the results.
public struct ResultsDependencies: Sendable {
    /// Searches on for some milliseconds; the hits are in order.
    public var step: @Sendable (Lane) async throws -> SearchBatch
    /// Searches a file that was gone; fails with ``FileVanished`` if it still is.
    public var retry: @Sendable (Search, PathName) async throws -> SearchBatch
    /// Counts the files, and says now and then how many there are at least.
    public var count: @Sendable (_ soFar: @Sendable (Int) -> Void) async throws -> Int

    /// Dependencies of these functions.
    public init(
        step: @escaping @Sendable (Lane) async throws -> SearchBatch,
        retry: @escaping @Sendable (Search, PathName) async throws -> SearchBatch,
        count: @escaping @Sendable (_ soFar: @Sendable (Int) -> Void) async throws -> Int
    ) {
        (self.step, self.retry, self.count) = (step, retry, count)
    }
}

/// A file is not where it was listed.
public struct FileVanished: Error {
    /// For which search it was looked for.
    public var search: Search

    /// An error of this search.
    public init(in search: Search) { self.search = search }
}
