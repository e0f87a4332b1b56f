// SPDX-License-Identifier: MIT

public import RexCore

/// The record of the action that is being processed, and what is known meanwhile.
///
/// It is behind pointers because each access to a variable of a class is checked at run time.
///
/// It is safe as long as one thread at a time uses it, which its middleware says: `record` has a
/// value while `isRecording` says so, and `spare` has none outside of `keep(in:)`.
@safe @usableFromInline struct RecordBuilder<ActionType, StateType>: ~Copyable {
    @usableFromInline typealias Record = RecordedAction<ActionType, StateType>

    @usableFromInline struct Context {
        /// The numbers of what the action at hand came from.
        @usableFromInline var origin: RecordHead.Origin = (nil, nil)
        /// The state that the last action has left, if that was recorded with its states.
        @usableFromInline var state: StateType?
        @usableFromInline var times = ActionTimes()
        @usableFromInline var thread: (id: UInt, number: Int) = (0, 0)
        /// The range of numbers for which the name of the store is known.
        @usableFromInline var range = -1
        /// True if there is a record, which is so from `handle` on.
        @usableFromInline var isRecording = false

        init() {}
    }

    @usableFromInline let records = MemoryBuffer<Record>(capacity: 2)
    @usableFromInline let contexts = MemoryBuffer<Context>(capacity: 1)

    @unsafe @inlinable @inline(__always) var record: UnsafeMutablePointer<Record> { unsafe records.pointer(at: 0) }
    @unsafe @inlinable @inline(__always) var spare: UnsafeMutablePointer<Record> { unsafe records.pointer(at: 1) }
    @unsafe @inlinable @inline(__always) var context: UnsafeMutablePointer<Context> { unsafe contexts.pointer(at: 0) }

    init() {
        unsafe context.initialize(to: Context())
    }

    deinit {
        if unsafe context.pointee.isRecording { unsafe record.deinitialize(count: 1) }
        unsafe context.deinitialize(count: 1)
    }

    /// Begins a record; one that was not finished is dropped.
    @inlinable @inline(__always) func begin(_ new: consuming Record) {
        if unsafe context.pointee.isRecording { drop() }
        unsafe record.initialize(to: new)
        unsafe context.pointee.isRecording = true
    }

    /// Puts the record into the ring; what has to make room is released when the lock is free.
    @inlinable func keep(in ring: borrowing Lock<RecordRing<ActionType, StateType>>) {
        unsafe context.pointee.isRecording = false
        let isFull = ring.withLock { unsafe $0.exchange(record, spare) }
        // To move it needs no look at its type, as `deinitialize` does.
        if isFull { _ = unsafe spare.move() }
    }

    @inlinable func drop() {
        unsafe context.pointee.isRecording = false
        _ = unsafe record.move()
    }
}

@available(*, unavailable)
extension RecordBuilder: Sendable {}
@available(*, unavailable)
extension RecordBuilder.Context: Sendable {}
