// SPDX-License-Identifier: MIT

public import CRexSystem

/// The observers of a store in the order in which they came; under the store's lock.
///
/// An observer gets its first state on the thread that observes. Until it has, it is pending: later
/// states wait in its backlog, so that no two threads notify one observer at the same time, nor in
/// the wrong order.
@usableFromInline struct ObserverList<StateType> {
    /// Someone who is notified of each state, and of the end.
    @usableFromInline final class Observer {
        @usableFromInline let onState: (StateType) -> Void
        let onEnd: @Sendable () -> Void
        /// Only for the thread that is notifying it.
        @usableFromInline let isCancelled: Cell<Bool>
        /// Under the store's lock: the thread that observes; nil once the observer is no longer
        /// pending.
        fileprivate(set) var thread: UInt? = rex_thread()
        /// Under the store's lock: the states that wait for an observer that catches up.
        fileprivate(set) var backlog = Queue<StateType>()

        init(onState: @escaping (StateType) -> Void, onEnd: @escaping @Sendable () -> Void, isCancelled: Cell<Bool>) {
            self.onState = onState
            self.onEnd = onEnd
            self.isCancelled = isCancelled
        }
    }

    /// A state, and who is to be notified of it.
    ///
    /// The observers are not retained. The list keeps them until the thread that processes, which
    /// alone has a notice, has taken its next step.
    @safe @usableFromInline struct Notice {
        @usableFromInline let observers: Unmanaged<Members<Observer>>
        @usableFromInline let state: StateType

        @inlinable init(observers: Unmanaged<Members<Observer>>, state: StateType) {
            unsafe self.observers = unsafe observers
            self.state = state
        }

        @inlinable func notify() {
            unsafe observers._withUnsafeGuaranteedRef { observers in
                observers.forEach { if !$0.isCancelled.value { $0.onState(state) } }
            }
        }
    }

    struct Entry {
        let id: Int
        /// Nil once it was removed.
        fileprivate(set) var observer: Observer?
    }

    /// By their ids, in which they ascend.
    private(set) var entries: [Entry] = []
    private var lastID = 0
    @usableFromInline var count = 0
    /// True if the thread that processes has an observer to bring up to date, or something to
    /// release.
    @usableFromInline var needsUpdate = false
    /// Objects that a notice may still use.
    private var retired: [AnyObject] = []
    /// The observers that are notified together; nil if that has changed since the last notice.
    @usableFromInline var group: Members<Observer>?
    /// The observers with backlogs: each is pending, or catches up where the store processes.
    @usableFromInline var lagging: [Observer] = []
    @usableFromInline var notifier: UInt?

    @usableFromInline init() {}

    @inlinable var isEmpty: Bool { count == 0 }

    mutating func add(_ observer: Observer) -> Int {
        lastID += 1
        count += 1
        entries.append(Entry(id: lastID, observer: observer))
        lagging.append(observer)
        return lastID
    }

    /// Returns the state that the observing thread passes to a pending observer next; nil once
    /// others do.
    ///
    /// - Parameter isProcessing: whether another thread processes, which then takes care of the
    ///   backlog.
    mutating func nextOfPending(_ observer: Observer, isProcessing: Bool) -> StateType? {
        guard observer.thread != nil else { return nil }
        if observer.backlog.isEmpty {
            join(observer)
        } else if isProcessing {
            observer.thread = nil
            needsUpdate = true
        } else {
            return observer.backlog.removeFirst()
        }
        return nil
    }

    /// Work of the thread that processes for the observers, apart from notices.
    struct Update {
        /// To be released when the lock is free.
        let retired: [AnyObject]
        /// A state to pass to an observer that catches up.
        let next: (observer: Observer, state: StateType)?
    }

    /// Returns the next work of the thread that processes for the observers; nil if there is none.
    mutating func nextUpdate() -> Update? {
        notifier = rex_thread()
        defer { retired = [] }
        while let observer = lagging.first(where: { $0.thread == nil }) {
            if !observer.backlog.isEmpty {
                return Update(retired: retired, next: (observer, observer.backlog.removeFirst()))
            }
            join(observer)
        }
        needsUpdate = false
        return retired.isEmpty ? nil : Update(retired: retired, next: nil)
    }

    /// Notifies the observer with the others from now on.
    private mutating func join(_ observer: Observer) {
        observer.thread = nil
        lagging.removeAll { $0 === observer }
        dissolveGroup()
    }

    /// Forgets who is notified together; a notice that is under way may go on with it.
    private mutating func dissolveGroup() {
        guard let group else { return }
        retired.append(group)
        needsUpdate = true
        self.group = nil
    }

    /// Whom the thread that processes is to notify of `state` now, if anyone.
    @inlinable mutating func notice(of state: StateType) -> Notice? {
        guard !isEmpty else { return nil }
        notifier = rex_thread()
        if !lagging.isEmpty || group == nil { prepare(for: state) }
        return group.map { unsafe Notice(observers: .passUnretained($0), state: state) }
    }

    /// Puts `state` into the backlogs, and finds out who is notified together.
    @usableFromInline mutating func prepare(for state: StateType) {
        for observer in lagging { observer.backlog.append(state) }
        guard group == nil else { return }
        group = Members(entries.compactMap(\.observer).filter { observer in !lagging.contains { $0 === observer } })
    }

    /// Takes an observer off the list.
    ///
    /// - Parameter isProcessing: whether a notice may be under way.
    /// - Returns: what is to be released when the lock is free.
    mutating func remove(_ id: Int, isProcessing: Bool) -> [AnyObject] {
        guard let index = index(of: id), let observer = entries[index].observer.take() else { return [] }
        count -= 1
        if entries.count > 2 * count { entries.removeAll { $0.observer == nil } }
        let notifier = observer.thread ?? notifier
        if notifier == rex_thread() { observer.isCancelled.value = true }
        // Nobody brings it up to date any more.
        lagging.removeAll { $0 === observer }
        observer.thread = nil
        dissolveGroup()
        return (isProcessing ? [] : takeRetired()) + [observer]
    }

    mutating func takeRetired() -> [AnyObject] {
        defer { retired = [] }
        return retired
    }

    private func index(of id: Int) -> Int? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].id == id ? low : nil
    }

    /// Takes all observers off the list, to be notified of the end and released outside of the
    /// lock.
    mutating func removeAll() -> [Observer] {
        let observers = entries.compactMap(\.observer)
        for entry in entries { _ = remove(entry.id, isProcessing: true) }
        return observers
    }
}

@available(*, unavailable)
extension ObserverList: Sendable {}

@available(*, unavailable)
extension ObserverList.Observer: Sendable {}

@available(*, unavailable)
extension ObserverList.Notice: Sendable {}

@available(*, unavailable)
extension ObserverList.Update: Sendable {}
