// SPDX-License-Identifier: MIT

// What the loop does for speed alone. With the compilation condition `REX_NO_FAST_PATH` each action
// takes the whole way: all tests pass, and only the limits of the benchmark fail.

extension StoreCore {
    /// Reduces the action and notifies the observers, if nothing else is needed.
    ///
    /// Returns whether it did.
    @inlinable func reduceDirectly(_ action: ActionType) -> Bool {
        #if REX_NO_FAST_PATH
        return false
        #else
        // An action without a handler may need a warning, which only the full loop gives.
        #if DEBUG
        guard type(of: action) == ActionType.self, !mayHaveUnhandled else { return false }
        #endif
        // Releasing an action with references may run a deinit that dispatches, so the full loop
        // releases it.
        guard !hasMiddleware, executor.isCurrentExecutor, _isPOD(ActionType.self) else { return false }
        var workspace: Unmanaged<LoopWorkspace<ActionType, StateType>>?
        let reduction = contents.withLock { contents in
            unsafe workspace = contents.workspace
            return contents.applyDirectly(action, by: reducer, unless: presence)
        }
        if reduction == .notify { unsafe workspace?._withUnsafeGuaranteedRef(notifyDirectly) }
        return reduction != .impossible
        #endif
    }

    /// Notifies the observers after `reduceDirectly`, then processes the actions dispatched
    /// meanwhile.
    @inlinable func notifyDirectly(_ workspace: LoopWorkspace<ActionType, StateType>) {
        workspace.notify()
        let workspace = unsafe contents.withLock { unsafe $0.workspaceUnlessIdle() }
        unsafe workspace?._withUnsafeGuaranteedRef { drain($0, beginningWith: .findNext) }
    }

    /// Whether the `IO` of the middlewares is empty or one known action, and there are no observers
    /// of the processing or of reductions.
    @inlinable @inline(__always) func mayFinishDirectly(
        _ io: borrowing IO<ActionType>,
        in workspace: LoopWorkspace<ActionType, StateType>
    ) -> Bool {
        #if REX_NO_FAST_PATH
        return false
        #else
        return unsafe workspace.observers.pointee == nil && io.isAnswer
        #endif
    }

    /// Reduces the action, notifies the observers, queues the answer, and finds the next step.
    ///
    /// Without observers of the state, no user code runs between the reduction and the next step.
    /// Then they share one locking.
    ///
    /// - Returns: The next step.
    @inlinable @inline(__always) func finishDirectly(
        _ action: ActionType,
        answering answer: (any Answer<ActionType>)?,
        in workspace: LoopWorkspace<ActionType, StateType>
    ) -> NextStep {
        let next = contents.withLock { contents in
            contents.apply(action, by: reducer, in: workspace) ? nil : contents.next(workspace, answering: answer)
        }
        if let next { return next }
        workspace.notify()
        return contents.withLock { $0.next(workspace, answering: answer) }
    }
}

/// What `reduceDirectly` has done.
@usableFromInline enum DirectReduction: Sendable {
    /// Nothing: the action has to enter the loop.
    case impossible
    /// The state has changed, and the observers must be notified.
    case notify
    /// The state has changed or the action was refused, and nothing is left to do.
    case done
}

extension StoreContents {
    /// Applies the reducer to the state if the store is idle.
    @inlinable mutating func applyDirectly(
        _ action: ActionType,
        by reducer: Reducer<ActionType, StateType>,
        unless presence: PresenceCheck<ActionType, StateType>.Check?
    ) -> DirectReduction {
        guard case .idle = phase else { return .impossible }
        if let presence, isGone(for: action, by: presence) { return .done }
        reducer.reduce(action, &state)
        guard observers.count > 0, let workspace = unsafe workspace else { return .done }
        phase = .processing
        unsafe workspace._withUnsafeGuaranteedRef { prepareNotice($0) }
        return .notify
    }

    /// Ends the processing if there is nothing to do.
    ///
    /// Otherwise returns the workspace.
    @inlinable mutating func workspaceUnlessIdle() -> Unmanaged<LoopWorkspace<ActionType, StateType>>? {
        guard phase == .processing, queue.isEmpty, waiters.idle.isEmpty, waiters.settled.isEmpty, !observers.needsUpdate
        else { return unsafe workspace }
        phase = .idle
        return nil
    }

    /// Queues the answer, and returns the next step of the processing thread.
    ///
    /// Without an answer, an action with references has to be released first; then the step is
    /// `.findNext`.
    @inlinable @inline(__always) mutating func next(
        _ workspace: LoopWorkspace<ActionType, StateType>,
        answering answer: (any Answer<ActionType>)?
    ) -> NextStep {
        guard let answer else { return _isPOD(ActionType.self) ? next(workspace) : .findNext }
        guard case .processing = phase else { return .end }
        pass(answer.action, from: ActionSource(answer, number: answer.actionNumber), to: workspace.slot)
        return .process
    }
}
