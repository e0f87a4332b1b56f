// SPDX-License-Identifier: MIT

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
