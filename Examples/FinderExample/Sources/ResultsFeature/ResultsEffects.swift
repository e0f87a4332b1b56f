// SPDX-License-Identifier: MIT

public import EffectMiddleware
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

extension EffectMiddleware
where InputActionType == ResultsAction, OutputActionType == ResultsAction, StateType == ResultsState {
    /// Searches in lanes, looks for files that have vanished again, and counts the files.
    ///
    /// A lane runs for one batch. The reducer takes in what it has found and lets it take its next
    /// step: nothing is searched before what was found has been processed, and another search is
    /// another set of lanes.
    public static func results(_ dependencies: ResultsDependencies) -> EffectMiddleware {
        EffectMiddleware()
            .forEach(\.lanes, named: "search") { lane, effect in
                let batch = try await dependencies.step(lane)
                for path in batch.vanished { effect.send(.vanished(lane.search, path)) }
                effect.send(.found(lane, batch))
            } catch: {
                .failed(String(describing: $0))
            }
            .cancel("retry", on: { $0.isSearch || $0.isRestart || $0.isPause ? true : nil })
            .on(\.vanished, whileGone, named: "retry") { file, effect in
                effect.send(.foundAgain(file.0, try await dependencies.retry(file.0, file.1)))
            } catch: {
                ($0 as? FileVanished).map { .lost($0.search) } ?? .failed(String(describing: $0))
            }
            .on(\.restart, .latest, named: "count") { _, effect in
                let total = try await dependencies.count { effect.send(.listed($0, isAll: false)) }
                effect.send(.listed(total, isAll: true))
            } catch: {
                .failed(String(describing: $0))
            }
    }

    /// The pauses before a missing file is looked for again: replacing one may take a moment.
    private static var whileGone: EffectPolicy<(Search, PathName)> {
        .each(limit: 2).retrying(3, delay: .exponential(from: .milliseconds(10)), if: { $0 is FileVanished })
    }
}
