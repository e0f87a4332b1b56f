// SPDX-License-Identifier: MIT

/// Everything that the rules of an app that works offline depend on: the disk, the process, the server.
///
/// It is a small value, so that an ``OfflineExplorer`` can visit all schedules. The rules are functions of
/// `OfflineRules`, one for each, in the files `OfflineRules+*.swift`. None of this calls the outbox: it
/// judges the rules, not the code.
struct OfflineWorld: Hashable {
    var isRunning = false
    var entries: [OfflineEntry]
    var logs: [OfflineLog]
    var lists: [OfflineList]
    /// The entries that the server accepted.
    var server = OfflineRows()
    /// What the invariants and the limits of an exploration need, and no rule may read.
    var history = OfflineHistory()
}

/// An entry of an outbox: one job for the server, and one optimistic action of a list.
struct OfflineEntry: Hashable {
    enum OnDisk: Hashable { case absent, waiting, cancelling, rejected, ended }
    enum Phase: Hashable {
        case absent, saving, waiting, sending
        /// The server has answered, and the outcome is not on disk.
        case accepted, refused
        /// The entry was cancelled during an attempt, and nobody knows what the attempt has done.
        case unknown
        case rejected, ended
    }
    /// A cancellation or a retry that is not on disk.
    enum Request: Hashable { case none, cancel, retry }

    var onDisk = OnDisk.absent
    /// Whether an attempt was made and not rejected, so that the server may have the job.
    ///
    /// It is on disk before the attempt begins.
    var wasAttempted = false

    // In memory.
    var phase = Phase.absent
    var request = Request.none
}

/// The outcome of an entry, with its number.
///
/// A clear has a number too, but is never dispatched again.
struct OfflineOutcome: Hashable {
    enum Kind: Hashable { case sent, rejected, cancelled, cancelledAfterAttempt, cancelledAfterRejection }

    var number: Int8
    var entry: Int8
    var kind: Kind
    /// Whether a retry of a rejected entry is on disk.
    var isRetried = false
}

/// The log of an outbox.
struct OfflineLog: Hashable {
    /// The random name.
    ///
    /// A log that replaces a damaged one has another.
    var name: Int8 = 1
    /// The outcomes that are kept, in their order.
    var outcomes: [OfflineOutcome] = []
    var newest: Int8 = 0
    /// The newest number that the log has dropped.
    var dropped: Int8 = 0
    var isClearRequested = false

    // In memory.
    var isOpen = false
    /// The number of the newest outcome that was dispatched in this process.
    var dispatched: Int8 = 0
    /// The newest number of earlier processes.
    var newestAtLaunch: Int8 = 0
    /// Whether the app has called `cancelAll()`, and the log is not cleared.
    var isClearing = false
    /// The entries that existed when the log was opened.
    ///
    /// Only a rule that is left out reads it.
    var entriesAtLaunch = OfflineIDs()
}

/// How far a list has come in one log.
struct OfflineCheckpoint: Hashable {
    /// The log's name, 0 for none.
    var log: Int8 = 0
    var number: Int8 = 0
}

/// An optimistic list.
struct OfflineValue: Hashable {
    // Saved.
    var base = OfflineRows()
    /// One for each outbox whose outcomes the list acknowledges.
    var checkpoints: [OfflineCheckpoint]
    /// The ids of results that came before their outcomes.
    var early = OfflineIDs()
    /// The ids that the base contains, for echoes that come late.
    var applied = OfflineIDs()
    /// The entries whose temporary names were replaced by those of the server.
    var renamed = OfflineIDs()
    /// Whether the list lacks something, whatever becomes of the pending actions.
    var isBehind = false
    /// Whether a pending action was confirmed that the pulled base may have contained.
    var isUncertain = false
    /// Whether actions were pending when the base was pulled, before the backlog says which.
    var wasPulledWithPending = false

    // In memory.
    /// The optimistic actions on top of the base, as numbers of their entries.
    var pending: [Int8] = []
    /// The entries that were pending when the base was pulled.
    var overlapped = OfflineIDs()
    /// The entries whose actions the app has taken back before their outcomes.
    var takenBack = OfflineIDs()
    /// The ids of kept outcomes up to the list's number.
    var known = OfflineIDs()
    /// The outboxes whose backlogs were resumed.
    var resumed = OfflineIDs()

    var isStale: Bool { isBehind || isUncertain && pending.isEmpty }

    func hasPending(_ entry: Int) -> Bool { pending.contains(Int8(entry)) }

    mutating func removePending(_ entry: Int) {
        pending.removeAll { $0 == Int8(entry) }
    }
}

/// A request for the whole list.
struct OfflinePull: Hashable {
    var answer: OfflineRows?
    /// Whether the list still has the mark that it had when the pull was asked for.
    ///
    /// A mark is compared with that of a pull and with nothing else, so the model keeps the result of the
    /// comparison alone.
    var fits = true
    /// Whether the list was made anew or loaded since the pull was asked for.
    var isOfAnotherValue = false
}

/// A list with its file, its writes and its pulls.
struct OfflineList: Hashable {
    var file: OfflineValue?
    var previous: OfflineValue?

    // In memory.
    /// The list in the state, nil if the part is nil.
    var value: OfflineValue?
    /// The value whose write is in progress.
    var writing: OfflineValue?
    /// Whether an outcome was reduced since the last save began.
    var isSaveDue = false
    /// The numbers that were saved, one for each outbox.
    var acknowledged: [Int8]
    var pulls: [OfflinePull] = []
}

/// What has happened, for the invariants and the limits of an exploration.
struct OfflineHistory: Hashable {
    var performed: Int8 = 0
    var crashes: Int8 = 0
    var damages: Int8 = 0
    var echoes: Int8 = 0
    var pulls: Int8 = 0
    var failedSaves: Int8 = 0
    var clears: Int8 = 0
    var replacements: Int8 = 0
    /// The entries that the server has rejected once.
    ///
    /// It accepts them later.
    var refused = OfflineIDs()
    /// The entries whose rejection is, or was, on disk.
    var rejected = OfflineIDs()
    var told = OfflineIDs()
    /// The entries whose `sent` is, or was, on disk.
    var sent = OfflineIDs()
    var addedTwice = OfflineIDs()
    var unreadable = OfflineIDs()
    var hasRemovedFile = false
    /// Whether the app has got the later row of another device, so that the list has to show it.
    var hasPulledLaterRow = false
}

/// A set of small numbers.
struct OfflineIDs: Hashable {
    var bits: UInt8 = 0

    var isEmpty: Bool { bits == 0 }
    func contains(_ number: Int) -> Bool { bits >> UInt8(number) & 1 == 1 }
    mutating func insert(_ number: Int) { bits |= 1 << UInt8(number) }
    mutating func remove(_ number: Int) { bits &= ~(1 << UInt8(number)) }
    func isSubset(of other: Self) -> Bool { bits & ~other.bits == 0 }
}

/// The rows of a list, in the order in which they were applied.
///
/// Actions of different lanes have no order, so the rows are sorted by lane, and only the order in a lane
/// counts.
struct OfflineRows: Hashable {
    /// The row that another device has added.
    ///
    /// It was there from the beginning.
    static let foreign: Int8 = 7
    /// The row that another device adds later.
    static let laterForeign: Int8 = 6

    var rows: [Int8] = []

    func contains(_ entry: Int) -> Bool { rows.contains(Int8(entry)) }

    mutating func append(_ entry: Int, lanes: [Int]) {
        let index = rows.firstIndex { $0 < Self.laterForeign && lanes[Int($0)] > lanes[entry] }
        rows.insert(Int8(entry), at: index ?? rows.firstIndex { $0 >= Self.laterForeign } ?? rows.count)
    }
}
