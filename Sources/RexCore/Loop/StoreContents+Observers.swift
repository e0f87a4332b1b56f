// SPDX-License-Identifier: MIT

/// The observers of states and of the processing.
extension StoreContents {
    /// Returns the next state that the observing thread passes to a pending observer.
    ///
    /// Returns nil once the processing thread passes the states.
    mutating func nextState(for observer: ObserverList<StateType>.Observer) -> StateType? {
        observers.nextOfPending(observer, isProcessing: phase == .processing || phase == .scheduled)
    }

    /// Removes an observer.
    ///
    /// The caller releases the returned objects after unlocking.
    mutating func removeObserver(_ id: Int) -> [AnyObject] {
        let hasWorkspace = unsafe workspace != nil
        return observers.remove(id, isProcessing: phase == .processing || phase == .closed && hasWorkspace)
    }

    /// Adds an observer of reductions.
    ///
    /// Returns what to do so that the workspace gets it, or nil before the first action, when the
    /// caller passes the current state to it.
    mutating func addReductionObserver(
        _ observer: @escaping @Sendable (ActionSource?) -> Void,
        mayProcess: Bool
    ) -> Admission? {
        guard phase != .closed else { return .drop }
        reductionObservers.append(ReductionObserver(observer))
        guard hasBegun else { return nil }
        observers.needsUpdate = true
        guard beginProcessing(mayProcess: mayProcess) == nil else { return .process }
        return leaveToOthers(mayProcess: mayProcess)
    }

    /// Returns the observers of reductions that were added before the first action.
    @usableFromInline mutating func beginReductionObservers() -> [ReductionObserver] {
        hasBegun = true
        return takeReductionObservers()
    }

    @usableFromInline mutating func takeReductionObservers() -> [ReductionObserver] {
        defer { reductionObservers = [] }
        return reductionObservers
    }
}
