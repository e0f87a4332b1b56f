// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// Decides what one subscriber gets next: what waits, what was requested, and who is delivering.
struct Delivery<Output, Failure: Error>: ~Copyable {
    /// What happens to a value that the subscriber has not requested yet.
    enum Surplus {
        /// It waits, and so does everything behind it.
        case wait
        /// It is lost.
        case drop
        /// It waits until a newer one takes its place or the end comes.
        case keepNewest
    }

    enum Next {
        case value(Output, then: (() -> Void)?)
        case completion(Subscribers.Completion<Failure>)
        /// Nothing waits, but the source can make more.
        case refill
        case nothing
    }

    private enum Phase {
        /// Nobody delivers.
        case idle
        /// A thread does, or will; until the subscription is sent, the one that sends it.
        case claimed
        /// Completed or cancelled.
        case ended
    }

    private typealias Entry = (value: Output, then: (() -> Void)?)

    private let surplus: Surplus
    /// Whether the source makes values when nothing waits.
    var canRefill = false
    private var phase = Phase.claimed
    private var demand = Subscribers.Demand.none
    private var waiting = Queue<Entry>()
    private var newest: Output?
    private var end: Subscribers.Completion<Failure>?

    /// What counts as claimed until ``unclaim()``.
    init(surplus: Surplus) {
        self.surplus = surplus
    }

    /// How many values are requested beyond those that wait.
    var outstanding: Subscribers.Demand { demand - waiting.count }

    /// Adds a value behind those that wait.
    ///
    /// - Parameter then: called once the value has been delivered.
    /// - Returns: the value that is lost, if one is, to be released outside of the lock.
    mutating func add(_ value: Output, then: (() -> Void)?) -> Output? {
        guard phase != .ended, end == nil else { return value }
        if surplus == .wait || outstanding > .none {
            waiting.append((value, then))
            return nil
        }
        guard surplus == .keepNewest else { return value }
        defer { newest = value }
        return newest
    }

    /// Adds the end; the first one counts, and nothing can be added behind it.
    ///
    /// - Returns: the value that is lost, if one is, to be released outside of the lock.
    mutating func add(_ completion: Subscribers.Completion<Failure>) -> Output? {
        guard phase != .ended, end == nil else { return nil }
        end = completion
        canRefill = false
        return newest.take()
    }

    mutating func add(_ more: Subscribers.Demand) {
        guard phase != .ended, more > .none else { return }
        demand += more
        if let value = newest.take() { waiting.append((value, nil)) }
    }

    /// Whether there is something to deliver and nobody who does; if so, the caller has to.
    mutating func claim() -> Bool {
        guard phase == .idle else { return false }
        guard waiting.isEmpty ? end != nil || canRefill : demand > .none else { return false }
        phase = .claimed
        return true
    }

    mutating func unclaim() {
        if phase == .claimed { phase = .idle }
    }

    /// What the thread that delivers has to do next.
    mutating func next() -> Next {
        guard phase == .claimed else { return .nothing }
        if demand > .none, let entry = waiting.popFirst() {
            demand -= 1
            return .value(entry.value, then: entry.then)
        }
        if waiting.isEmpty {
            if let end {
                phase = .ended
                return .completion(end)
            }
            if canRefill { return .refill }
        }
        phase = .idle
        return .nothing
    }

    /// Ends it; false if it had ended.
    mutating func cancel() -> Bool {
        defer { phase = .ended }
        return phase != .ended
    }
}
#endif
