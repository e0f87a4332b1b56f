// SPDX-License-Identifier: MIT

/// How actions enter the queue, and move from there to the slot.
extension StoreContents {
    /// Admits an action.
    ///
    /// - Parameter mayProcess: Whether the calling thread may process it.
    @inlinable mutating func admit(
        _ action: consuming ActionType,
        from source: consuming ActionSource,
        mayProcess: Bool
    ) -> Admission {
        guard let slot = beginProcessing(mayProcess: mayProcess) else {
            enqueue(action, from: source)
            return leaveToOthers(mayProcess: mayProcess)
        }
        pass(action, from: source, to: slot)
        return .process
    }

    /// Admits an action that is already paired with its source.
    @inlinable mutating func admit(_ action: consuming DispatchedAction<ActionType>, mayProcess: Bool) -> Admission {
        queue.append(action)
        guard let slot = beginProcessing(mayProcess: mayProcess) else { return leaveToOthers(mayProcess: mayProcess) }
        moveFirst(to: slot)
        return .process
    }

    /// Begins to process on the calling thread, and returns the empty slot.
    ///
    /// Returns nil if the thread may not process, or if another thread does.
    @inlinable @inline(__always) mutating func beginProcessing(mayProcess: Bool) -> ActionSlot<ActionType>? {
        switch phase {
        case .processing, .closed: return nil
        case .idle, .scheduled:
            guard mayProcess, let workspace = unsafe workspace else { return nil }
            phase = .processing
            return unsafe workspace._withUnsafeGuaranteedRef { $0.slot }
        }
    }

    /// Makes sure that another thread takes the work that was just added.
    @inlinable @inline(__always) mutating func leaveToOthers(mayProcess: Bool) -> Admission {
        guard !mayProcess, phase == .idle else { return phase == .closed ? .drop : .wait }
        phase = .scheduled
        return .schedule
    }

    /// Appends `action` to the queue and moves the first action of the queue into the slot.
    @inlinable @inline(__always) mutating func pass(
        _ action: consuming ActionType,
        from source: consuming ActionSource,
        to slot: ActionSlot<ActionType>
    ) {
        if queue.count == 0 {
            slot.put(action, from: source)
            numbers.assignNext(to: slot)
        } else {
            enqueue(action, from: source)
            moveFirst(to: slot)
        }
    }

    /// Appends an action to the queue.
    ///
    /// A function of its own, as ``moveFirst(to:)`` is: an action that needn't be queued is then
    /// never laid out as a pair.
    @inlinable mutating func enqueue(_ action: consuming ActionType, from source: consuming ActionSource) {
        queue.append(DispatchedAction(action, dispatcher: source))
    }

    /// Moves the first action of the queue into the slot.
    @inlinable mutating func moveFirst(to slot: ActionSlot<ActionType>) {
        slot.put(queue.removeFirst())
        numbers.assignNext(to: slot)
    }
}

/// What the thread that has added an action or other work to a store does next.
@usableFromInline enum Admission: Sendable {
    /// Processes the action, which is in the slot.
    case process
    /// Asks the executor to process the queue.
    case schedule
    /// Nothing: another thread takes the work.
    case wait
    /// Drops the queue, since the store has ended.
    case drop
}
