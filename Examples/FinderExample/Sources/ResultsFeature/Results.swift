// SPDX-License-Identifier: MIT

import EffectMiddleware
import Prism
public import RexCore
public import TextSearch

/// The movements of the selection.
public enum Movement: Hashable, Sendable {
    case by(Int)
    case first, last
}

/// The actions of the results.
@Prism public enum ResultsAction: Hashable, Sendable {
    /// Searches for this text instead of the previous one.
    case search(String)
    /// Starts the search again, after counting the files again.
    case restart(String)
    /// Ends the search and keeps its results.
    case pause
    case select(Movement)
    /// A lane has found hits, in order.
    case found(Lane, SearchBatch)
    /// A file could not be found.
    case vanished(Search, PathName)
    /// A missing file was found later.
    case foundAgain(Search, SearchBatch)
    /// A missing file was not found later either.
    case lost(Search)
    /// The number of files so far, or of all files.
    case listed(Int, isAll: Bool)
    case failed(String)
}

/// Stores the hits, searches in lanes, retries missing files, and counts the files.
///
/// A lane runs for one batch. The reducer stores its hits and starts its next step, so a lane waits
/// until its hits were processed. Another search uses other lanes.
public let results = Feature<ResultsAction, ResultsState, ResultsDependencies> { action, results in
    switch action {
    case .search(let text), .restart(let text): results.start(text)
    case .pause: results.stop()
    case .select(let movement): results.select(movement)
    case .found(let lane, let batch): results.add(batch, by: lane)
    case .vanished(let search, _): results.miss(in: search)
    case .foundAgain(let search, let batch): results.add(batch, in: search)
    case .lost(let search): results.lose(in: search)
    case .listed(let count, let isAll): results.list(count, isAll: isAll)
    case .failed(let reason): results.stop(reason)
    }
} effects: { effects, dependencies in
    effects
        .forEach(\.lanes, named: "search") { lane, effect in
            let batch = try await dependencies.step(lane)
            for path in batch.vanished { effect.send(.vanished(lane.search, path)) }
            effect.send(.found(lane, batch))
        } catch: { error, _ in
            .failed(String(describing: error))
        }
        .cancel("retry", on: { $0.isSearch || $0.isRestart || $0.isPause ? true : nil })
        .on(\.vanished, whileGone, named: "retry") { file, effect in
            effect.send(.foundAgain(file.0, try await dependencies.retry(file.0, file.1)))
        } catch: { error, _ in
            (error as? FileVanished).map { .lost($0.search) } ?? .failed(String(describing: error))
        }
        .on(\.restart, .latest, named: "count") { _, effect in
            let total = try await dependencies.count { effect.send(.listed($0, isAll: false)) }
            effect.send(.listed(total, isAll: true))
        } catch: { error, _ in
            .failed(String(describing: error))
        }
}

/// The delays of retries for a missing file.
///
/// Replacing a file may take a moment.
private let whileGone: EffectPolicy<(Search, PathName)> =
    .each(limit: 2).retrying(3, delay: .exponential(from: .milliseconds(10)), if: { $0 is FileVanished })
