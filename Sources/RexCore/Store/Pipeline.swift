// SPDX-License-Identifier: MIT

/// What a store does with an action around the reducer; only the thread that processes may use it.
@usableFromInline final class Pipeline<ActionType, StateType> {
    @usableFromInline let middleware: ComposedMiddleware<ActionType, ActionType, StateType>
    @usableFromInline let getState: GetState<StateType>
    @usableFromInline let output: AnyActionHandler<ActionType>
    /// Where the action stands that is to be processed next; empty while nobody processes.
    @usableFromInline let slot = UnsafeMutablePointer<DispatchedAction<ActionType>>.allocate(capacity: 1)

    /// The number of the last action; behind a pointer, as in `Cell`.
    @usableFromInline let lastNumber = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)

    @inlinable init(
        middleware: ComposedMiddleware<ActionType, ActionType, StateType>,
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<ActionType>
    ) {
        self.middleware = middleware
        self.getState = getState
        self.output = output
        lastNumber.initialize(to: firstNumber())
    }

    /// The action in the slot gets its number.
    @inlinable func numberAction() {
        lastNumber.pointee += 1
        slot.pointee.source.beginProcessing(as: lastNumber.pointee)
    }

    deinit {
        slot.deallocate()
        lastNumber.deallocate()
    }
}

private let storesWithNumbers = Lock<UInt64>(0)

/// Where a store begins to number its actions, so that no two actions of a process have the same number.
@usableFromInline func firstNumber() -> UInt64 {
    storesWithNumbers.withLock { count in
        count += 1
        return (count & 0x7f_ffff) << 40
    }
}

@available(*, unavailable)
extension Pipeline: Sendable {}
