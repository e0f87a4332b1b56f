// SPDX-License-Identifier: MIT

import RexCore

/// Jobs that are to be done on a server, as state: none is lost, and each is sent in its turn.
///
/// ```swift
/// struct Chat: Sendable {
///     var outbox = Outbox<Message>()
///     var isOnline = false
/// }
///
/// let chat = Feature<ChatAction, Chat, World>.combine {
///     Feature { action, chat in
///         if case .wrote(let text) = action { chat.outbox.add(Message(text), lane: "room") }
///     }
///     Feature.outbox(case: ChatAction.prisms.outbox, state: \.outbox, while: \.isOnline, to: { $0.outboxFile }) {
///         message, id, world in
///         try await world.api.post(message, idempotencyKey: "\(id)")
///     }
/// }
/// ```
///
/// Any reducer adds, cancels and retries entries. The feature notes that on disk and sends what
/// waits: see `Feature.outbox`. From the moment at which an entry is ``OutboxPhase/waiting``, no
/// crash loses it.
///
/// The entries of a lane are sent in the order in which they were added, one at a time; one that
/// was refused is left aside, and one that is tried again keeps those behind it waiting.
///
/// - Important: The file is the source of truth. Don't save, undo or replace an outbox as part of
///   other state; to empty it, call ``cancelAll()``. Replacing an outbox by an older value of itself
///   traps, since new jobs would get the ids of jobs that were already sent. Several stores may start
///   from one value: each store draws ids of its own.
/// - Complexity: Each change costs the same however many entries there are, amortised.
public struct Outbox<Job: Codable & Sendable>: Sendable {
    private struct Item: Sendable {
        var entry: OutboxEntry<Job>
        /// Its position among all entries.
        let number: Int
        /// True if an attempt is under way.
        var isInFlight = false
        /// True if the entry waits for another time.
        var isAgain = false
        /// The number of failures since it was last said to be tried at once.
        var failures = 0
        /// True if the file has it.
        var isOnDisk = false
        /// The number of the mark with which it waits, while it is being saved.
        var savedBy = 0

        /// True if it was cancelled, and nothing of it is under way.
        var isCancelled: Bool { entry.phase == .cancelling && !isInFlight }

        var place: OutboxPlace { OutboxPlace(lane: entry.lane, position: number) }
    }

    private var items: [OutboxID: Item] = [:]
    /// The identities in the order of `add`, among which are some that are gone.
    private(set) var order: [OutboxID] = []
    /// The ids of the rejected entries, so that counting them costs O(1).
    private var rejectedIDs: Set<OutboxID> = []
    private var nextID: OutboxID
    /// Whether each store draws new bits for the ids; false if the app has chosen the bits.
    private let drawsIDs: Bool
    private var (firstNumber, nextNumber) = (0, 0)
    private var lanes = OutboxLanes()
    /// What is to be noted on disk, and the mark of the last change.
    private var events = Backlog<OutboxEvent<Job>>()
    @usableFromInline private(set) var lastMark: OutboxMark
    /// The attempts that are to be under way, at most as many as the limit allows, and what has
    /// failed and is tried again after some time.
    @usableFromInline private(set) var turns: [OutboxTurn<Job>] = []
    /// The number of turns that are attempts, and of entries that are in flight.
    private var (attemptCount, inFlight) = (0, 0)
    private var lastTurn = 0
    /// How many may be under way; none before the feature has said it.
    private var limit = 0
    /// True once the file was opened, and if what it has is to be cancelled then.
    private var (isLoaded, cancelsLoaded) = (false, false)

    /// Makes an empty outbox.
    ///
    /// Its ids begin with random bits. Each store that starts with the outbox, or with a copy of it,
    /// draws bits of its own.
    public init() {
        var random = RandomSource.system
        self.init(first: .first(using: &random), drawsIDs: true)
    }

    /// Makes an empty outbox whose ids begin with bits of a generator, such as a seeded one in a
    /// test.
    ///
    /// Stores keep these bits, so the ids are known in advance. Two outboxes with the same bits give
    /// different jobs the same ids.
    public init(using random: inout some RandomNumberGenerator) {
        self.init(first: .first(using: &random), drawsIDs: false)
    }

    private init(first: OutboxID, drawsIDs: Bool) {
        (nextID, self.drawsIDs) = (first, drawsIDs)
        lastMark = OutboxMark(outbox: first, number: 0)
    }

    /// Makes an outbox with the entries of a file.
    init(_ entries: [OutboxEntry<Job>]) {
        self.init()
        insert(entries)
    }

    /// Makes an outbox with the entries of a file, whose ids begin with bits of a generator.
    init(_ entries: [OutboxEntry<Job>], using random: inout some RandomNumberGenerator) {
        self.init(using: &random)
        insert(entries)
    }

    // MARK: What is there

    /// The entries in the order in which they were added.
    ///
    /// - Complexity: O(*n*)
    public var entries: [OutboxEntry<Job>] { order.compactMap { items[$0]?.entry } }

    /// The entries that were not rejected: those that are saved, wait, are being sent or are being
    /// cancelled, in the order in which they were added.
    ///
    /// - Complexity: O(*n*); ``pendingCount`` is O(1).
    public var pending: [OutboxEntry<Job>] { entries.filter { $0.phase.rejection == nil } }

    /// The entries that the server has rejected, in the order in which they were added.
    ///
    /// They are kept until ``retry(_:)`` sends one again or ``cancel(_:)`` dismisses it.
    ///
    /// - Complexity: O(*n*) for all entries; ``rejectedCount`` is O(1).
    public var rejected: [OutboxEntry<Job>] {
        rejectedIDs.isEmpty ? [] : entries.filter { $0.phase.rejection != nil }
    }

    /// The number of ``pending`` entries, such as for a badge.
    public var pendingCount: Int { items.count - rejectedIDs.count }

    /// The number of ``rejected`` entries.
    public var rejectedCount: Int { rejectedIDs.count }

    /// The number of all entries, pending and rejected.
    public var count: Int { items.count }

    /// Whether there is no entry, neither a pending nor a rejected one.
    public var isEmpty: Bool { items.isEmpty }

    /// The entry of this identity; nil if there is none, or it is gone.
    public subscript(id: OutboxID) -> OutboxEntry<Job>? { items[id]?.entry }

    // MARK: Changes

    /// Appends a job to a lane and returns the entry's id.
    ///
    /// The entry is ``OutboxPhase/saving`` until it is on disk.
    @discardableResult public mutating func add(_ job: Job, lane: OutboxLane = .main) -> OutboxID {
        add(lane: lane) { _ in job }
    }

    /// Appends a job that contains its own id, and returns the id.
    ///
    /// ```swift
    /// outbox.add { id in Message(text, idempotencyKey: "\(id)") }
    /// ```
    ///
    /// The entry is ``OutboxPhase/saving`` until it is on disk. If `makeJob` throws, nothing is
    /// added.
    ///
    /// - Parameters:
    ///   - lane: The lane in whose order the job is sent.
    ///   - makeJob: Called once, at once, with the id of the entry.
    @discardableResult public mutating func add<Failure>(
        lane: OutboxLane = .main,
        _ makeJob: (OutboxID) throws(Failure) -> Job
    ) throws(Failure) -> OutboxID {
        let id = nextID
        let job = try makeJob(id)
        nextID = id.next
        let entry = OutboxEntry(id: id, lane: lane, job: job, attempts: 0, phase: .saving)
        items[id] = Item(entry: entry, number: nextNumber)
        order.append(id)
        nextNumber += 1
        save(id, .added(lane, job))
        return id
    }

    /// Says that an entry is not to be sent.
    ///
    /// It is ``OutboxPhase/cancelling`` until that is on disk, and gone with
    /// ``OutboxAction/cancelled(_:attempts:)``. If an attempt is under way, it goes on, and its
    /// outcome decides: if the server has accepted it, the entry was sent. Nothing happens if the
    /// entry is gone. A rejected entry is dismissed in this way.
    public mutating func cancel(_ id: OutboxID) {
        guard let item = items[id], item.entry.phase != .cancelling else { return }
        items[id]?.entry.phase = .cancelling
        rejectedIDs.remove(id)
        note(id, .cancelled(attempts: item.entry.attempts, isOver: !item.isInFlight))
        if !item.isInFlight { withdraw(id) }
    }

    /// Says of all entries that they are not to be sent, as when the user logs out; see
    /// ``cancel(_:)``.
    ///
    /// Then nothing of them is left in the file, nor of what was sent before, nor a damaged file that
    /// was put aside. That is so when the last entry is gone; a crash before that may bring all of
    /// them back.
    ///
    /// - Complexity: O(*n*)
    public mutating func cancelAll() {
        for id in order { cancel(id) }
        cancelsLoaded = !isLoaded
        note(lastMark.outbox, .cleared)
    }

    /// Says that an entry that was refused is to be sent, or that one that has failed is to be tried
    /// again at once.
    ///
    /// One that was refused is sent before those of its lane that were added later. In any other
    /// case nothing happens.
    public mutating func retry(_ id: OutboxID) {
        guard let item = items[id] else { return }
        if case .rejected = item.entry.phase {
            items[id]?.entry.phase = .saving
            rejectedIDs.remove(id)
            items[id]?.isAgain = true
            save(id, item.isOnDisk ? .retried : .added(item.entry.lane, item.entry.job))
        } else if let index = turns.firstIndex(where: { $0.id == id && $0.isRest }) {
            turns.remove(at: index)
            items[id]?.failures = 0
            wait(again: id)
        }
    }

    /// An older value is known by its number, so each change has one, whether it is noted or not.
    private mutating func countChange() {
        lastMark = OutboxMark(outbox: lastMark.outbox, number: lastMark.number + 1)
    }

    private mutating func note(_ id: OutboxID, _ kind: OutboxEvent<Job>.Kind) {
        countChange()
        events.append(OutboxEvent(mark: lastMark, id: id, place: items[id]?.place, kind: kind))
    }

    /// Notes what an entry waits with.
    private mutating func save(_ id: OutboxID, _ kind: OutboxEvent<Job>.Kind) {
        note(id, kind)
        items[id]?.savedBy = lastMark.number
    }

    // MARK: Turns

    /// Lets as many entries be under way as may be.
    private mutating func fill() {
        while attemptCount < limit, let (id, lane) = lanes.next() {
            if let item = items[id], item.entry.phase == .waiting {
                begin(.attempt(run(of: item)), id)
                attemptCount += 1
            } else {
                lanes.release(lane)
            }
        }
    }

    private mutating func begin(_ kind: OutboxTurn<Job>.Kind, _ id: OutboxID) {
        lastTurn += 1
        turns.append(OutboxTurn(lastTurn, id, kind))
    }

    private func run(of item: Item) -> OutboxRun<Job> {
        OutboxRun(
            id: item.entry.id,
            place: item.place,
            job: item.entry.job,
            attempts: item.entry.attempts,
            failures: item.failures
        )
    }

    /// Lets an entry that has its lane wait for the next turn of it.
    private mutating func wait(again id: OutboxID) {
        guard let item = items[id] else { return }
        lanes.insert(id, item.number, in: item.entry.lane, again: true)
        lanes.release(item.entry.lane)
        fill()
    }

    /// Takes an entry from what is under way, and lets its lane go on.
    private mutating func withdraw(_ id: OutboxID) {
        guard let lane = items[id]?.entry.lane, leaveTurn(id) else { return }
        lanes.release(lane)
        fill()
    }

    /// Takes an entry from what is under way; false if it is not there.
    private mutating func leaveTurn(_ id: OutboxID) -> Bool {
        setInFlight(id, false)
        guard let index = turns.firstIndex(where: { $0.id == id }) else { return false }
        if !turns.remove(at: index).isRest { attemptCount -= 1 }
        return true
    }

    private mutating func setInFlight(_ id: OutboxID, _ isInFlight: Bool) {
        guard let item = items[id], item.isInFlight != isInFlight else { return }
        items[id]?.isInFlight = isInFlight
        inFlight += isInFlight ? 1 : -1
    }

    private mutating func remove(_ id: OutboxID) {
        withdraw(id)
        items[id] = nil
        rejectedIDs.remove(id)
        // At most half of the places are of none, for a constant cost per entry.
        if order.count > 2 * items.count + 16 { order.removeAll { items[$0] == nil } }
    }
}

// MARK: - The feature

extension Outbox {
    /// What is to be under way while nothing is to be sent: that what was being sent, or waits to
    /// be tried again, learns of it.
    @usableFromInline var pause: [OutboxTurn<Job>] {
        inFlight > 0 || turns.count > attemptCount ? [OutboxTurn(0, nil, .pause)] : []
    }

    /// Whether copies of this outbox may have given the ids of these events to other jobs: they were
    /// added before the store drew its own bits.
    func sharesIDs(of events: [OutboxEvent<Job>]) -> Bool {
        drawsIDs && events.contains { $0.isAddition && $0.id.first == lastMark.outbox }
    }

    /// Whether an outcome of an attempt still changes the entry.
    func isOpen(_ id: OutboxID) -> Bool { items[id].map { !$0.isCancelled } ?? false }

    /// What has happened after the change with this number, to be noted on disk.
    func events(after number: Int) -> [OutboxEvent<Job>] { events.last { $0.mark.number > number } }

    @usableFromInline mutating func reduce<Reply>(_ action: OutboxAction<Job, Reply>, limit: Int) {
        self.limit = limit
        countChange()
        switch action {
        case .sent(let id, _): takeSent(id)
        case .rejected(let id, let reason): takeRejection(id, reason)
        case .cancelled(let id, _): if let item = items[id], item.isCancelled { remove(id) }
        case .failed(let id, _): takeFailure(id)
        case .storageFailed: break
        case .loaded(let entries): takeLoaded(entries)
        case .saved(let mark): takeSaved(mark)
        case .attempted(let id): noteAttempt(id)
        case .rested(let id): rest(id)
        case .paused: stop()
        case .step(let step): take(step)
        }
        fill()
    }

    private mutating func take(_ step: OutboxStep) {
        switch step.kind {
        case .began(let first): if drawsIDs { nextID = first }
        case .gone(let ids): for id in ids where items[id]?.isOnDisk ?? false { abandon(id) }
        }
    }

    /// Takes an entry out of the sending until it is removed.
    private mutating func abandon(_ id: OutboxID) {
        withdraw(id)
        items[id]?.entry.phase = .cancelling
    }

    private mutating func takeSent(_ id: OutboxID) {
        guard items[id] != nil else { return }
        note(id, .sent)
        remove(id)
    }

    private mutating func takeRejection(_ id: OutboxID, _ reason: String) {
        guard let item = items[id] else { return }
        guard item.entry.phase != .cancelling else { return item.isInFlight ? endCancelling(id) : () }
        items[id]?.entry.phase = .rejected(reason)
        rejectedIDs.insert(id)
        items[id]?.failures = 0
        note(id, .rejected(reason))
        withdraw(id)
    }

    private mutating func takeFailure(_ id: OutboxID) {
        guard var item = items[id], item.isInFlight else { return }
        if item.entry.phase == .cancelling { return endCancelling(id) }
        _ = leaveTurn(id)
        (item.entry.phase, item.isInFlight) = (.waiting, false)
        item.failures += 1
        items[id] = item
        begin(.rest(run(of: item)), id)
    }

    /// Ends an attempt of an entry that was cancelled meanwhile.
    private mutating func endCancelling(_ id: OutboxID) {
        note(id, .cancelled(attempts: items[id]?.entry.attempts ?? 0, isOver: true))
        withdraw(id)
    }

    private mutating func takeLoaded(_ entries: [OutboxEntry<Job>]) {
        insert(entries)
        isLoaded = true
        guard cancelsLoaded else { return }
        cancelsLoaded = false
        // The file does not have them any more.
        for entry in entries { cancel(entry.id) }
    }

    /// Adds entries of a file in front of all others.
    private mutating func insert(_ entries: [OutboxEntry<Job>]) {
        let new = entries.filter { items[$0.id] == nil }
        firstNumber -= new.count
        for (offset, entry) in new.enumerated() {
            let number = firstNumber + offset
            items[entry.id] = Item(entry: entry, number: number, isOnDisk: true)
            if entry.phase == .waiting { lanes.insert(entry.id, number, in: entry.lane, again: false) }
            if entry.phase.rejection != nil { rejectedIDs.insert(entry.id) }
        }
        order = new.map(\.id) + order
    }

    private mutating func takeSaved(_ mark: OutboxMark) {
        guard mark.outbox == lastMark.outbox else { return }
        let missing = Set(mark.missing)
        var left: [OutboxEvent<Job>] = []
        defer { events.putBack(left) }
        while let event = events.first, event.mark.number <= mark.number {
            _ = events.popFirst()
            if missing.contains(event.mark.number) {
                left.append(event)
                continue
            }
            guard let item = items[event.id], item.entry.phase == .saving, item.savedBy == event.mark.number else {
                continue
            }
            items[event.id]?.entry.phase = .waiting
            items[event.id]?.isOnDisk = true
            lanes.insert(event.id, item.number, in: item.entry.lane, again: item.isAgain)
            if item.isAgain { passTurn(to: item) }
        }
    }

    /// Lets an entry that waits go ahead of a later one of its lane whose attempt has not begun.
    private mutating func passTurn(to earlier: Item) {
        for id in turns.filter({ !$0.isRest }).compactMap(\.id) {
            guard let item = items[id], item.entry.lane == earlier.entry.lane, item.number > earlier.number else {
                continue
            }
            guard item.entry.phase == .waiting, !item.isInFlight, leaveTurn(id) else { return }
            return wait(again: id)
        }
    }

    private mutating func noteAttempt(_ id: OutboxID) {
        guard let item = items[id], turns.contains(where: { $0.id == id && !$0.isRest }) else { return }
        switch item.entry.phase {
        case .waiting, .sending:
            items[id]?.entry.phase = .sending
            items[id]?.entry.attempts += 1
            setInFlight(id, true)
        // It was cancelled while an attempt was broken off, before anybody had said so.
        case .cancelling: endCancelling(id)
        case .saving, .rejected: break
        }
    }

    private mutating func rest(_ id: OutboxID) {
        guard let index = turns.firstIndex(where: { $0.id == id && $0.isRest }) else { return }
        turns.remove(at: index)
        wait(again: id)
    }

    /// Lets all that is under way begin anew, and at once.
    private mutating func stop() {
        for id in turns.compactMap(\.id) {
            guard let item = items[id] else { continue }
            items[id]?.failures = 0
            if !item.isInFlight {
                rest(id)
            } else if item.entry.phase == .cancelling {
                endCancelling(id)
            } else {
                _ = leaveTurn(id)
                items[id]?.entry.phase = .waiting
                wait(again: id)
            }
        }
    }
}

extension Outbox: Equatable where Job: Equatable {
    /// Returns true if both have the same entries, in the same order.
    public static func == (lhs: Outbox, rhs: Outbox) -> Bool { lhs.entries == rhs.entries }
}

extension Outbox: CustomReflectable {
    /// The entries in their order.
    public var customMirror: Mirror {
        Mirror(self, children: ["entries": entries], displayStyle: .struct)
    }
}
