// SPDX-License-Identifier: MIT

/// A task that belongs to a store.
///
/// It is cancelled when the store ends, and ``Store/settled()`` waits for it. For authors of
/// middlewares. A ``StoreTaskOwner`` is told of its return and of the end of its actions.
///
/// It is unchecked Sendable because of its variables. They are private and used only under the
/// task's lock, which stays the same for its whole life. `index` belongs to the store's list of
/// tasks.
public final class StoreTask: @unchecked Sendable {
    /// The number of this task, unique in the process; see ``AnyActionHandler/task(of:)``.
    public let number: Int
    private let origin: ActionSource?
    private let maySendAfterReturn: Bool
    /// The index in the store's list of tasks.
    ///
    /// The store's lock protects it.
    var index = 0

    private let lock: Lock<Void>
    private var life = Life.created
    private var wasCancelled = false
    private var canceller = Canceller.unknown
    /// The actions of the task that were queued and neither reduced nor dropped.
    private var actionCount = 0
    /// The actions of the task that were reduced, and whose `IO` has not run to its end.
    private var runningIOs = 0
    /// Whether the operation has returned, and its last action was reduced or dropped.
    private var isFinished = false
    /// Whether the owner has to be told that the `IO` of the last action has run.
    private var isCompleting = false
    /// Nil before the start, and after the last call of the owner.
    private var owner: (any StoreTaskOwner)?
    /// Whether the owner had revoked the task's actions when it was released.
    private var wasRevoked = false
    private var whenEnded: [@Sendable () -> Void] = []

    private enum Life {
        case created
        /// The operation runs. `stop` cancels it, unless that was done already.
        case running(stop: (@Sendable () -> Void)?)
        /// The operation has returned.
        case returned(Ending, attempts: Int)
    }

    private enum Canceller {
        case unknown
        /// The action with this number.
        case action(Int)
        case endOfStore

        var ending: Ending {
            switch self {
            case .unknown: .cancelled(by: nil)
            case .action(let number): .cancelled(by: number)
            case .endOfStore: .endedWithStore
            }
        }
    }

    /// Functions to call after unlocking.
    ///
    /// They are in a struct, since functions returned from the lock's closure would be wrapped.
    private struct Calls {
        var stop: (@Sendable () -> Void)?
        var whenEnded: [@Sendable () -> Void] = []
        var isFinished = false
    }

    /// The owner, returned from the lock's closure.
    private struct Owner {
        let owner: (any StoreTaskOwner)?
    }

    /// Creates a task that does nothing until ``AnyActionHandler/start(_:priority:_:)`` starts it.
    ///
    /// It can thus be stored where others find and cancel it before it starts.
    ///
    /// - Parameters:
    ///   - source: The source of the action that the task works for, with a step that describes the
    ///     task. Tools that list running tasks show it.
    ///   - maySendAfterReturn: Whether the task may send actions after its operation has returned.
    ///     If not, they are dropped, except the final action.
    public init(from source: consuming ActionSource? = nil, maySendAfterReturn: Bool = true) {
        origin = consume source
        self.maySendAfterReturn = maySendAfterReturn
        number = lastTaskNumber.withLock { number in
            number += 1
            return number
        }
        lock = taskLocks[number]
    }

    /// The source of the action that the task works for, with steps that describe the task.
    ///
    /// It is that of the initializer. If that got none, it is the owner's
    /// ``StoreTaskOwner/source``, and nil before the start and after the end.
    public var source: ActionSource? { origin ?? currentOwner?.source }

    private var currentOwner: (any StoreTaskOwner)? { lock.withLock { _ in owner } }

    /// Whether ``cancel(from:)`` was called.
    ///
    /// The task may have ended normally nevertheless.
    public var isCancelled: Bool { lock.withLock { _ in wasCancelled } }

    /// Whether the task's actions are dropped, both queued and future ones.
    ///
    /// True if the task was cancelled, or if its owner has revoked it.
    public var isRevoked: Bool {
        let (isKnown, owner) = lock.withLock { _ in (wasCancelled || wasRevoked, self.owner) }
        return isKnown || owner?.isRevoked ?? false
    }

    /// The outcome of the task, or nil while it runs.
    ///
    /// Functions passed to ``onEnd(_:)`` can already read it.
    public var ending: Ending? {
        lock.withLock { _ in if case .returned(let ending, _) = life { ending } else { nil } }
    }

    /// The number of the action that cancels the task or its actions, if known.
    var cancellingAction: Int? {
        lock.withLock { _ in if case .action(let number) = canceller { number } else { nil } }
    }

    /// The number of attempts that the operation has started.
    ///
    /// It is 1 unless the owner retries.
    public var attempts: Int {
        let known = lock.withLock { _ in if case .returned(_, let attempts) = life { attempts } else { nil as Int? } }
        return known ?? currentOwner?.attempts ?? 1
    }

    /// Notes which action is about to cancel the task, for tools that list tasks.
    ///
    /// The first note counts. An owner that revokes the actions before it cancels the task calls
    /// it. ``cancel(from:)`` does it too.
    public func noteCancellation(from source: ActionSource) { noteCancellation(by: source.number) }

    /// Notes the number of the action that is about to cancel the task.
    ///
    /// Does nothing for nil.
    public func noteCancellation(by number: Int?) {
        guard let number else { return }
        lock.withLock { _ in noteCanceller(.action(number)) }
    }

    /// Notes what cancels the task, unless that is known.
    private func noteCanceller(_ new: Canceller) {
        if case .unknown = canceller { canceller = new }
    }

    /// Cancels the task and revokes its output.
    ///
    /// No action of the task is processed any more, neither queued nor future ones; only an action
    /// that is being processed is finished. The operation ends when it notices the cancellation.
    /// Its cancellation handlers run on this thread. Cancelling again, or after the operation has
    /// ended, doesn't affect the operation.
    ///
    /// - Parameter source: The source of the action that causes the cancellation. Tools that list
    ///   tasks show it.
    public func cancel(from source: ActionSource? = nil) {
        let canceller = source?.number.map(Canceller.action) ?? .unknown
        let taken = lock.withLock { _ in
            wasCancelled = true
            noteCanceller(canceller)
            guard case .running(let stop) = life else { return Calls() }
            life = .running(stop: nil)
            return Calls(stop: stop)
        }
        taken.stop?()
    }

    /// Revokes the output, since the store has ended.
    ///
    /// The caller has the task cancelled.
    func revoke() {
        lock.withLock { _ in
            wasCancelled = true
            noteCanceller(.endOfStore)
        }
    }

    private var hasReturned: Bool { if case .returned = life { true } else { false } }

    /// Calls `body` once when the operation has returned, on the thread of the operation; at once
    /// if it has returned already.
    ///
    /// ``ending`` and ``attempts`` are final by then.
    public func onEnd(_ body: @escaping @Sendable () -> Void) {
        let mayCall = lock.withLock { _ in
            if !hasReturned { whenEnded += [body] }
            return hasReturned
        }
        if mayCall { body() }
    }
}

// MARK: Actions

extension StoreTask: ActionSender {
    /// Returns a handler for the actions of this task.
    ///
    /// It passes them to `handler` until ``cancel(from:)`` revokes it. A task that sends only one
    /// or two actions doesn't need it: see ``AnyActionHandler/dispatch(_:from:as:isLastWord:)``.
    @inlinable public func output<ActionType>(
        to handler: AnyActionHandler<ActionType>
    ) -> AnyActionHandler<ActionType> {
        handler.replacing { (action: consuming DispatchedAction<ActionType>) in
            handler.dispatch(action.action, from: action.source, as: self)
        }
    }

    /// Returns the source of an action of the task.
    ///
    /// Returns nil if the action must be dropped now.
    ///
    /// - Parameters:
    ///   - source: The source of the action; nil for the source of the task.
    ///   - isFinal: Whether the action is processed even if the task is cancelled.
    @usableFromInline func source(of source: ActionSource?, isFinal: Bool) -> ActionSource? {
        guard isFinal || lock.withLock({ _ in !wasCancelled && maySend }) else { return nil }
        let source = source ?? self.source ?? .here(file: "", function: "", line: 0)
        return source.sent(by: isFinal ? FinalSender(self) : self)
    }

    private var maySend: Bool { maySendAfterReturn || !hasReturned }

    @usableFromInline var task: StoreTask? { self }

    @usableFromInline var revoker: (any ActionSender)? { isRevoked ? self : nil }

    /// Counts an action.
    ///
    /// An action that was kept until the operation has returned may be too late.
    @usableFromInline func admit() -> Bool {
        lock.withLock { _ in
            if maySend { actionCount += 1 }
            return maySend
        }
    }

    /// Counts the final action, which is never too late.
    func countAction() { lock.withLock { _ in actionCount += 1 } }

    @usableFromInline func actionDone() {
        let finished: Owner? = lock.withLock { _ in
            actionCount -= 1
            runningIOs += 1
            guard actionCount == 0, hasReturned, !isFinished else { return nil }
            (isFinished, isCompleting) = (true, true)
            return Owner(owner: owner)
        }
        finished?.owner?.didFinish()
    }

    @usableFromInline func complete() {
        let isLast = lock.withLock { _ in
            runningIOs -= 1
            guard isCompleting, runningIOs == 0 else { return false }
            isCompleting = false
            return true
        }
        if isLast { takeOwner()?.afterFinish() }
    }

    private func takeOwner() -> (any StoreTaskOwner)? {
        let isRevoked = currentOwner?.isRevoked ?? false
        return lock.withLock { _ in
            wasRevoked = wasRevoked || isRevoked
            return owner.take()
        }
    }
}

// MARK: Start and return

extension StoreTask {
    /// Begins the task, and adds it to the store.
    ///
    /// If the store has ended, revokes the task.
    ///
    /// - Parameter callingElsewhere: Returns a function that calls others on another thread than the
    ///   processing one.
    @usableFromInline func register(
        for owner: (any StoreTaskOwner)? = nil,
        with connection: (any StoreConnection)?,
        callingElsewhere: (any StoreConnection) -> CallElsewhere
    ) {
        let isNew = lock.withLock { _ in
            guard case .created = life else { return false }
            life = .running(stop: nil)
            self.owner = owner
            return true
        }
        precondition(isNew, "StoreTask \(number) was started twice. Create a new task for each start.")
        if let connection, !connection.register(self, callingElsewhere: { callingElsewhere(connection) }) { revoke() }
    }

    /// Takes the function that cancels the running task.
    ///
    /// Returns whether to call it now, since the task was cancelled before.
    @usableFromInline func started(cancel: @escaping @Sendable () -> Void) -> Bool {
        lock.withLock { _ in
            guard !hasReturned else { return false }
            life = .running(stop: cancel)
            return wasCancelled
        }
    }

    /// Ends the task after the return of its operation, and releases objects that only a running
    /// task needs.
    @usableFromInline func end(in connection: (any StoreConnection)?) {
        let owner = currentOwner
        let (outcome, attempts, isRevoked) = (owner?.outcome, owner?.attempts ?? 1, isRevoked)
        let taken = lock.withLock { _ in
            var taken = Calls(whenEnded: whenEnded, isFinished: actionCount + runningIOs == 0)
            if case .running(let stop) = life { taken.stop = stop }
            life = .returned(outcome ?? (isRevoked ? canceller.ending : .returned), attempts: attempts)
            whenEnded = []
            isFinished = taken.isFinished
            // The return counts as an action until the owner knows of it.
            if !isFinished { actionCount += 1 }
            return taken
        }
        for body in taken.whenEnded { body() }
        owner?.didReturn(isFinished: taken.isFinished)
        if taken.isFinished { _ = takeOwner() } else { actionDropped() }
        connection?.unregister(self)
    }
}

extension ActionSource {
    /// The source of tasks that cancel others when their store ends.
    ///
    /// Tools that list tasks show it.
    @usableFromInline static var endOfStore: ActionSource { .here().derived(by: EndOfStore()) }
}

private struct EndOfStore: ActionDerivation {
    var step: ActionSource.Step { .here(kind: "end", text: "The end of the store") }

    // It contains names and locations of the code alone.
    func step(writing write: (Any) -> String) -> ActionSource.Step { step }
}

/// Calls a function on another thread than the processing one.
@usableFromInline typealias CallElsewhere = @Sendable (@escaping @Sendable () -> Void) -> Void

private let lastTaskNumber = Lock(0)

private let taskLocks = LockStripes()
