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
    /// Searches for this text, and no longer for another.
    case search(String)
    /// Starts again, after the files have been counted anew.
    case restart(String)
    /// Ends the search where it is.
    case pause
    case select(Movement)
    /// A lane has found something, in order.
    case found(Lane, SearchBatch)
    /// A file was gone when it was to be read.
    case vanished(Search, PathName)
    /// The file was there when it was looked for again.
    case foundAgain(Search, SearchBatch)
    /// The file was not there when it was looked for again.
    case lost(Search)
    /// The number of files, or of those that are known so far.
    case listed(Int, isAll: Bool)
    case failed(String)
}

/// Keeps what was found, searches in lanes, looks for files that have vanished again, and counts the
/// files.
///
/// A lane runs for one batch. The reducer takes in what it has found and lets it take its next step:
/// nothing is searched before what was found has been processed, and another search is another set
/// of lanes.
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
private let whileGone: EffectPolicy<(Search, PathName)> =
    .each(limit: 2).retrying(3, delay: .exponential(from: .milliseconds(10)), if: { $0 is FileVanished })
