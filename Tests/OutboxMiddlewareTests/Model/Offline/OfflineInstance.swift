// SPDX-License-Identifier: MIT

/// What an exploration starts with, and which events may happen in it.
///
/// The number of schedules grows fast, so each instance has few events besides those of every app.
struct OfflineInstance {
    /// A job, and the list and the lane that it belongs to.
    struct Job {
        /// The list that shows the job's action; nil if no list does.
        var list: Int? = 0
        var outbox = 0
        /// The number of the lane.
        ///
        /// The jobs of a lane are sent in their order.
        var lane: Int
        /// Whether the server rejects the first attempt.
        var isRejected = false
        /// The job after whose `sent` a reducer adds this one, instead of the user.
        var follows: Int? = nil
        /// The job that has created the row that this one edits, by its temporary name.
        var edits: Int? = nil
    }

    /// Events that an instance may have besides launches, crashes, performed actions and saves.
    struct Events: OptionSet {
        let rawValue: Int

        /// The server sends results by a stream, before and after the outcome.
        static let stream = Self(rawValue: 1 << 0)
        /// The user cancels an entry.
        static let cancel = Self(rawValue: 1 << 1)
        /// The app takes an action back when it asks for the cancellation.
        static let takeBack = Self(rawValue: 1 << 2)
        /// The app cancels all entries, as at a log-out.
        static let clear = Self(rawValue: 1 << 3)
        /// The log can't be opened at a launch, and can later.
        static let lateLog = Self(rawValue: 1 << 4)
        /// The app pulls list A.
        static let pull = Self(rawValue: 1 << 5)
        /// The app may pull list A a second time before the first answer.
        static let secondPull = Self(rawValue: 1 << 6)
        /// List A is recovered from `.previous` at a launch.
        static let previous = Self(rawValue: 1 << 7)
        /// Both copies of list A are damaged at a launch.
        static let lostFile = Self(rawValue: 1 << 8)
        /// The log is damaged at a launch, and a new one begins.
        static let lostLog = Self(rawValue: 1 << 9)
        /// The log is restored from a backup that lacks the last outcome.
        static let oldLog = Self(rawValue: 1 << 10)
        /// List A is an optional part that is nil at each launch, and loaded later.
        static let latePart = Self(rawValue: 1 << 11)
        /// The log keeps at most one outcome `sent`.
        static let bound = Self(rawValue: 1 << 12)
        /// A save fails.
        static let failedSave = Self(rawValue: 1 << 13)
        /// The app makes list A anew.
        static let replace = Self(rawValue: 1 << 14)
        /// The app resumes list A again.
        static let resumeAgain = Self(rawValue: 1 << 15)
        /// A newer version of the app can't decode the job of an entry.
        static let unreadable = Self(rawValue: 1 << 16)
        /// The answer to an attempt is lost.
        static let lostAnswer = Self(rawValue: 1 << 17)
        /// The user retries or cancels a rejected entry.
        static let decide = Self(rawValue: 1 << 18)
        /// A reducer cancels an entry when it is rejected.
        static let cancelRejected = Self(rawValue: 1 << 19)
        /// A reducer retries an entry when it is rejected.
        static let retryRejected = Self(rawValue: 1 << 20)
        /// A list remembers only the newest id that it applied, instead of the last 1,000, and no result
        /// comes after its outcome.
        static let shortMemory = Self(rawValue: 1 << 21)
        /// A result comes only while the log keeps the outcome, or before.
        static let promptStream = Self(rawValue: 1 << 22)
        /// Another device adds a row, which only a pull shows.
        static let otherDevice = Self(rawValue: 1 << 23)
    }

    var jobs: [Job]
    var lists = 1
    var outboxes = 1
    var crashes: Int8 = 1
    var events: Events = []

    var lanes: [Int] { jobs.map(\.lane) }

    /// A world after a launch whose files and logs are all in step.
    func start(_ rules: OfflineRules) -> OfflineWorld {
        var value = OfflineValue(checkpoints: Array(repeating: OfflineCheckpoint(log: 1), count: outboxes))
        let older = value
        value.base.rows = [OfflineRows.foreign]
        let none = Array(repeating: Int8(0), count: outboxes)
        let list = OfflineList(file: value, previous: older, acknowledged: none)
        var world = OfflineWorld(
            entries: Array(repeating: OfflineEntry(), count: jobs.count),
            logs: Array(repeating: OfflineLog(), count: outboxes),
            lists: Array(repeating: list, count: lists)
        )
        world.server.rows = [OfflineRows.foreign]
        rules.launch(&world, .good)
        return world
    }
}

extension OfflineInstance {
    /// One entry, one list.
    static func one(_ events: Events = [], crashes: Int8 = 1) -> Self {
        Self([Job(lane: 0)], events, crashes: crashes)
    }

    /// Two entries of two lists.
    static func lists(_ events: Events = []) -> Self {
        Self([Job(lane: 0), Job(list: 1, lane: 1)], events, lists: 2)
    }

    /// Two entries, of which no list shows the second.
    static func unrelated(_ events: Events = []) -> Self {
        Self([Job(lane: 0), Job(list: nil, lane: 1)], events)
    }

    /// Two entries of one list, in two lanes.
    static func lanes(_ events: Events = []) -> Self { Self([Job(lane: 0), Job(lane: 1)], events) }

    /// Two entries of one list, in one lane.
    static func lane(_ events: Events = []) -> Self { Self([Job(lane: 0), Job(lane: 0)], events) }

    /// A job that a reducer adds when the first was sent.
    static func chain(_ events: Events = []) -> Self { Self([Job(lane: 0), Job(lane: 1, follows: 0)], events) }

    /// As a chain, with another entry beside it.
    static func chainAndOther(_ events: Events = []) -> Self {
        Self([Job(lane: 0), Job(lane: 1), Job(lane: 2, follows: 0)], events)
    }

    /// An entry that edits the row of the first, by its temporary name.
    static func renames(_ events: Events = []) -> Self { Self([Job(lane: 0), Job(lane: 0, edits: 0)], events) }

    /// Two entries of one list, in two outboxes.
    static func outboxes(_ events: Events = []) -> Self {
        Self([Job(lane: 0), Job(outbox: 1, lane: 1)], events, outboxes: 2)
    }

    private init(_ jobs: [Job], _ events: Events, lists: Int = 1, outboxes: Int = 1, crashes: Int8 = 1) {
        self.jobs = jobs
        self.events = events
        self.lists = lists
        self.outboxes = outboxes
        self.crashes = crashes
        let needsRejection: Events = [.decide, .cancelRejected, .retryRejected]
        if !events.isDisjoint(with: needsRejection) { self.jobs[0].isRejected = true }
    }
}
