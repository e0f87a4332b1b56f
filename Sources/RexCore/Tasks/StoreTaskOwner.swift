// SPDX-License-Identifier: MIT

/// The object that a middleware keeps for a running task; see
/// ``AnyActionHandler/start(_:for:priority:_:)``.
///
/// The task holds it until its last call. All requirements have defaults, which do nothing.
public protocol StoreTaskOwner: AnyObject, Sendable {
    /// The source of the task, if ``StoreTask/init(from:maySendAfterReturn:)`` got none.
    ///
    /// It is made only if a tool asks for it, or for an action that is sent without a source. It
    /// must be the same each time.
    var source: ActionSource? { get }

    /// Whether the task's actions are dropped although the task is not cancelled.
    ///
    /// It is read when an action is taken from the queue, on the processing thread, and when the
    /// operation has returned. It must stay true once it has been true.
    var isRevoked: Bool { get }

    /// The outcome of the operation, or nil for that of the task.
    ///
    /// It is read once, when the operation has returned. It takes precedence over a cancellation.
    var outcome: StoreTask.Ending? { get }

    /// The number of attempts so far.
    var attempts: Int { get }

    /// Called once when the operation has returned, on the thread of the operation, after the
    /// functions of ``StoreTask/onEnd(_:)``.
    ///
    /// - Parameter isFinished: Whether every action of the task has been dropped, or reduced and its
    ///   ``IO`` run. If so, this is the last call, and a successor can start here. If not,
    ///   ``didFinish()`` and ``afterFinish()`` are called later.
    func didReturn(isFinished: Bool)

    /// Called when the last queued action has been reduced or dropped, if ``didReturn(isFinished:)``
    /// got false.
    ///
    /// Actions are dropped if they were revoked or refused, or if the store has ended. The call is
    /// made on the thread that reduces or drops the last action: after the reduction and its
    /// observers of the state, before the ``IO`` of that action. So the `IO` sees a finished task. If
    /// the operation returns during that `IO` or right before it, the call follows
    /// ``didReturn(isFinished:)`` on its thread. Start a successor in ``afterFinish()``.
    func didFinish()

    /// Called once after ``didFinish()``, and after the ``IO`` of the last action if that was reduced,
    /// so that this `IO` can still prevent a successor.
    ///
    /// If the last action was dropped, it is called right after ``didFinish()``.
    func afterFinish()
}

extension StoreTaskOwner {
    /// Nil: the task has only the source of its initializer.
    public var source: ActionSource? { nil }
    /// False: only a cancellation revokes the actions.
    public var isRevoked: Bool { false }
    /// Nil: the task tells how it ended.
    public var outcome: StoreTask.Ending? { nil }
    /// One attempt.
    public var attempts: Int { 1 }
    /// Does nothing.
    public func didReturn(isFinished: Bool) {}
    /// Does nothing.
    public func didFinish() {}
    /// Does nothing.
    public func afterFinish() {}
}
