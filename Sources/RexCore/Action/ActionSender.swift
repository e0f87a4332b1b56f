// SPDX-License-Identifier: MIT

/// The sender of an action that can still be dropped while it is queued: a revocable output, or a
/// task.
///
/// The source of the action carries it to the queue of a store. It is told when each of its actions
/// was reduced or dropped.
@usableFromInline protocol ActionSender: AnyObject, Sendable {
    /// The task that sends the actions, or nil.
    var task: StoreTask? { get }
    /// The sender that has revoked the actions: this one or the one around it. Nil if none has.
    var revoker: (any ActionSender)? { get }

    /// Counts an action that is about to be queued.
    ///
    /// Returns false if the action must be dropped instead.
    func admit() -> Bool

    /// Called once for each counted action, when it has been reduced or dropped.
    func actionDone()

    /// Called once after ``actionDone()``, when the `IO` of the action has run.
    func complete()
}

extension ActionSender {
    /// Called in place of both for an action that is dropped.
    @usableFromInline func actionDropped() {
        actionDone()
        complete()
    }
}

/// The origin of an action that has a sender.
///
/// An object, so that the sources of other actions don't carry the room for one.
@usableFromInline final class SentOrigin: Sendable {
    let origin: ActionSource.Origin
    let sender: any ActionSender

    init(_ origin: ActionSource.Origin, by sender: any ActionSender) {
        self.origin = origin
        self.sender = sender
    }
}

extension ActionSource {
    /// The sender of the action, or nil if it can't be dropped in the queue.
    @usableFromInline var sender: (any ActionSender)? { if case .sent(let sent) = origin { sent.sender } else { nil } }

    /// This source without its sender, to keep or to report.
    var withoutSender: ActionSource {
        var source = self
        source.origin = originWithoutSender
        return source
    }

    var originWithoutSender: Origin { if case .sent(let sent) = origin { sent.origin } else { origin } }

    /// Whether the action has a sender.
    @inlinable var hasSender: Bool { if case .sent = origin { true } else { false } }

    /// Has the sender, if there is one, count an action that is about to be queued.
    ///
    /// Returns false if the action must be dropped instead.
    @inlinable func admit() -> Bool { !hasSender || askSender() }

    @usableFromInline func askSender() -> Bool { sender?.admit() ?? true }

    /// Takes off the sender, and returns it.
    @usableFromInline mutating func takeSender() -> (any ActionSender)? {
        let sender = sender
        origin = originWithoutSender
        return sender
    }

    /// Returns this source with the sender of another one.
    @usableFromInline func sent(like other: ActionSource) -> ActionSource { other.sender.map(sent) ?? self }

    /// Returns this source with a sender around those that it already has.
    func sent(by sender: any ActionSender) -> ActionSource {
        var source = self
        let inner = source.takeSender()
        source.origin = .sent(SentOrigin(source.origin, by: inner.map { NestedSender($0, in: sender) } ?? sender))
        return source
    }
}

/// A revocable output.
final class RevocableSender: ActionSender {
    private let wasRevoked = Lock(false)

    var isRevoked: Bool { wasRevoked.withLock { $0 } }

    func revoke() { wasRevoked.withLock { $0 = true } }

    var task: StoreTask? { nil }
    var revoker: (any ActionSender)? { isRevoked ? self : nil }
    func admit() -> Bool { true }
    func actionDone() {}
    func complete() {}
}

/// The sender of a task's final action, which the task's cancellation doesn't revoke.
///
/// The task finishes after that action.
final class FinalSender: ActionSender {
    private let owner: StoreTask

    init(_ task: StoreTask) { owner = task }

    var task: StoreTask? { owner }
    var revoker: (any ActionSender)? { nil }

    func admit() -> Bool {
        owner.countAction()
        return true
    }

    func actionDone() { owner.actionDone() }
    func complete() { owner.complete() }
}

/// The sender of an action that it has counted already.
final class CountedSender: ActionSender {
    private let base: any ActionSender

    init(_ base: any ActionSender) { self.base = base }

    var task: StoreTask? { base.task }
    var revoker: (any ActionSender)? { base.revoker }
    func admit() -> Bool { true }
    func actionDone() { base.actionDone() }
    func complete() { base.complete() }
}

extension DispatchedAction {
    /// Returns the action with its sender told that it will be dispatched later, so that the sender
    /// may end before.
    ///
    /// Returns nil if the sender drops it. The returned action must be dispatched once.
    package func counted() -> DispatchedAction? {
        var source = source
        guard let sender = source.takeSender() else { return self }
        guard sender.admit() else { return nil }
        return DispatchedAction(action, dispatcher: source.sent(by: CountedSender(sender)))
    }
}

/// A sender whose actions pass another one, such as a task that sends to a revocable output.
final class NestedSender: ActionSender {
    private let inner: any ActionSender
    private let outer: any ActionSender

    init(_ inner: any ActionSender, in outer: any ActionSender) {
        self.inner = inner
        self.outer = outer
    }

    var task: StoreTask? { inner.task ?? outer.task }
    var revoker: (any ActionSender)? { inner.revoker ?? outer.revoker }

    func admit() -> Bool {
        guard inner.admit() else { return false }
        guard !outer.admit() else { return true }
        inner.actionDropped()
        return false
    }

    func actionDone() {
        inner.actionDone()
        outer.actionDone()
    }

    func complete() {
        inner.complete()
        outer.complete()
    }
}
