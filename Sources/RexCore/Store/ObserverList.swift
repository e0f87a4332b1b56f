// SPDX-License-Identifier: MIT

import CRexSystem

/// The observers of a store in the order in which they came; under the store's lock.
///
/// An observer hears its first state on the thread that observes. Until it has, later states wait in its backlog, so
/// that no two threads tell one observer at the same time, nor in the wrong order.
@usableFromInline struct ObserverList<StateType> {
    /// Someone who wants to be told of each state, and of the end.
    @usableFromInline final class Observer {
        @usableFromInline let onState: (StateType) -> Void
        let onEnd: @Sendable () -> Void
        /// Its number in the store, given when it is added.
        var id = 0
        /// What to tell it once it has heard the state with which it began; nil from then on.
        ///
        /// Under the store's lock.
        var backlog: [StateType]? = []
        /// Only for the thread that is telling the observers.
        @usableFromInline let isCancelled = Cell(false)

        init(onState: @escaping (StateType) -> Void, onEnd: @escaping @Sendable () -> Void) {
            self.onState = onState
            self.onEnd = onEnd
        }
    }

    /// A state, and who is to be told of it.
    @usableFromInline struct Notice {
        @usableFromInline let observers: Members<Observer>
        @usableFromInline let state: StateType

        @inlinable init(observers: Members<Observer>, state: StateType) {
            self.observers = observers
            self.state = state
        }

        @inlinable func tell() {
            observers.forEach { if !$0.isCancelled.value { $0.onState(state) } }
        }
    }

    @usableFromInline var members = Members<Observer>([])
    private var lastID = 0
    private var beginners = 0
    private var teller: pthread_t?

    @usableFromInline init() {}

    @inlinable var isEmpty: Bool { members.all.isEmpty }

    mutating func add(_ observer: Observer) -> Int {
        lastID += 1
        observer.id = lastID
        beginners += 1
        members = Members(members.all + [observer])
        return lastID
    }

    /// What the beginner is to be told next; nil once there is nothing, and from then on it is told with the others.
    mutating func nextOfBacklog(_ id: Int) -> StateType? {
        guard let observer = members.all.first(where: { $0.id == id }) else { return nil }
        if let backlog = observer.backlog, !backlog.isEmpty { return observer.backlog?.removeFirst() }
        observer.backlog = nil
        beginners -= 1
        return nil
    }

    /// Whom this thread is to tell of `state` now, if anyone.
    @inlinable mutating func notice(of state: StateType) -> Notice? {
        guard !isEmpty else { return nil }
        let toTell = toTell(of: state)
        return toTell.all.isEmpty ? nil : Notice(observers: toTell, state: state)
    }

    /// The observers that hear of `state` now; it goes into the backlogs of the others.
    @usableFromInline mutating func toTell(of state: StateType) -> Members<Observer> {
        teller = pthread_self()
        guard beginners > 0 else { return members }
        return Members(
            members.all.filter { observer in
                guard observer.backlog != nil else { return true }
                observer.backlog?.append(state)
                return false
            }
        )
    }

    /// Takes an observer off the list, to be released outside of the lock.
    mutating func remove(_ id: Int) -> Observer? {
        guard let observer = members.all.first(where: { $0.id == id }) else { return nil }
        members = Members(members.all.filter { $0.id != id })
        if observer.backlog != nil { beginners -= 1 }
        if isTelling { observer.isCancelled.value = true }
        return observer
    }

    /// Takes all observers off the list, to be told of the end and released outside of the lock.
    mutating func removeAll() -> [Observer] {
        defer {
            members = Members([])
            beginners = 0
        }
        if isTelling { for observer in members.all { observer.isCancelled.value = true } }
        return members.all
    }

    /// Whether this thread was the last to tell the observers, and so may be telling them now.
    private var isTelling: Bool {
        if let teller { pthread_equal(teller, pthread_self()) != 0 } else { false }
    }
}

@available(*, unavailable)
extension ObserverList: Sendable {}

@available(*, unavailable)
extension ObserverList.Observer: Sendable {}

@available(*, unavailable)
extension ObserverList.Notice: Sendable {}
