// SPDX-License-Identifier: MIT

public import CRexSystem

/// The observers of a store in the order of registration.
///
/// Protected by the store's lock. The observing thread passes an observer its first state. Until
/// then the observer is pending, and later states go to its backlog. So no two threads notify an
/// observer at the same time or in the wrong order.
@usableFromInline struct ObserverList<StateType> {
    /// An observer of all states and of the end.
    @usableFromInline final class Observer {
        @usableFromInline let onState: (StateType) -> Void
        let onEnd: @Sendable () -> Void
        /// Used only by the thread that notifies the observer.
        @usableFromInline let isCancelled: Cell<Bool>
        /// The observing thread while the observer is pending, then nil.
        ///
        /// Protected by the store's lock.
        fileprivate(set) var thread: UInt? = rex_thread()
        /// The states that the observer still has to get.
        ///
        /// Protected by the store's lock.
        fileprivate(set) var backlog = Queue<StateType>()

        init(onState: @escaping (StateType) -> Void, onEnd: @escaping @Sendable () -> Void, isCancelled: Cell<Bool>) {
            self.onState = onState
            self.onEnd = onEnd
            self.isCancelled = isCancelled
        }
    }

    /// A state and the observers to notify.
    ///
    /// The observers are not retained by the notice. Only the processing thread has a notice, and
    /// the list keeps its observers until that thread has taken its next step.
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
        /// Nil once the observer was removed.
        fileprivate(set) var observer: Observer?
    }

    /// The observers in the order of their ids.
    private(set) var entries: [Entry] = []
    private var lastID = 0
    @usableFromInline var count = 0
    /// Whether the processing thread has a backlog to pass on, objects to release, or new observers
    /// of reductions to take in.
    @usableFromInline var needsUpdate = false
    /// Removed objects that a notice may still use.
    private var retired: [AnyObject] = []
    /// The observers to notify without a backlog.
    ///
    /// Nil if they have changed since the last notice.
    @usableFromInline var group: Members<Observer>?
    /// The observers with a backlog.
    ///
    /// They are pending, or the processing thread passes on their backlog.
    @usableFromInline var lagging: [Observer] = []
    /// The thread that has notified the observers last.
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

    /// Returns the next state that the observing thread passes to a pending observer.
    ///
    /// Returns nil once the processing thread passes the states.
    ///
    /// - Parameter isProcessing: Whether another thread is processing. That thread then passes on
    ///   the backlog.
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

    /// The work that the processing thread does for observers, besides notices.
    struct Update {
        /// The objects to release after unlocking.
        let retired: [AnyObject]
        /// The next state of a backlog, and its observer.
        let next: (observer: Observer, state: StateType)?
    }

    /// Returns the next work that the processing thread has to do for observers, or nil.
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

    /// Moves an observer without a backlog to the group.
    private mutating func join(_ observer: Observer) {
        observer.thread = nil
        lagging.removeAll { $0 === observer }
        dissolveGroup()
    }

    /// Clears the group.
    ///
    /// A notice may still use it, so it is released later.
    private mutating func dissolveGroup() {
        guard let group else { return }
        retired.append(group)
        needsUpdate = true
        self.group = nil
    }

    /// Returns the notice of `state`, or nil if there is no observer to notify now.
    @inlinable mutating func notice(of state: StateType) -> Notice? {
        guard !isEmpty else { return nil }
        notifier = rex_thread()
        if !lagging.isEmpty || group == nil { prepare(for: state) }
        return group.map { unsafe Notice(observers: .passUnretained($0), state: state) }
    }

    /// Appends `state` to the backlogs and renews the group.
    @usableFromInline mutating func prepare(for state: StateType) {
        for observer in lagging { observer.backlog.append(state) }
        guard group == nil else { return }
        group = Members(entries.compactMap(\.observer).filter { observer in !lagging.contains { $0 === observer } })
    }

    /// Removes an observer.
    ///
    /// - Parameter isProcessing: Whether a notice may be in use.
    /// - Returns: The objects to release after unlocking.
    mutating func remove(_ id: Int, isProcessing: Bool) -> [AnyObject] {
        guard let index = index(of: id), let observer = entries[index].observer.take() else { return [] }
        count -= 1
        if entries.count > 2 * count { entries.removeAll { $0.observer == nil } }
        let notifier = observer.thread ?? notifier
        if notifier == rex_thread() { observer.isCancelled.value = true }
        // Drops its backlog.
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

    /// Removes all observers and returns them.
    ///
    /// The caller notifies them of the end and releases them after unlocking.
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
