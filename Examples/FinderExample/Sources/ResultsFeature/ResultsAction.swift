// SPDX-License-Identifier: MIT

import Prism
public import RexCore
public import TextSearch

/// Where the selection goes.
public enum Movement: Hashable, Sendable {
    case by(Int)
    case first, last
}

/// What happens to the results.
@Prism public enum ResultsAction: Hashable, Sendable {
    /// Searches for this text, and no longer for another.
    case search(String)
    /// The same, after the files have been counted anew.
    case restart(String)
    /// Ends the search where it is.
    case pause
    case select(Movement)
    /// A lane has found something, in order.
    case found(Lane, SearchBatch)
    /// A file was gone when it was to be read.
    case vanished(Search, PathName)
    /// It was there when it was looked for again.
    case foundAgain(Search, SearchBatch)
    /// It was not.
    case lost(Search)
    /// So many files are there, or at least so many.
    case listed(Int, isAll: Bool)
    case failed(String)
}

extension Reducer where ActionType == ResultsAction, StateType == ResultsState {
    /// Keeps what was found.
    public static let results = Reducer.reduce { action, results in
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
    }
}
