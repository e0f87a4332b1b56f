// SPDX-License-Identifier: MIT

public import RexCore

/// The record of the action that is being processed, and temporary data.
///
/// It uses pointers because each access to a variable of a class is checked at run time.
///
/// This is safe as long as one thread at a time uses it, which the store guarantees. `record` is
/// initialized while `isRecording` is true, and `spare` only inside `keep(in:)`.
@safe @usableFromInline struct RecordBuilder<ActionType, StateType>: ~Copyable {
    @usableFromInline typealias Record = RecordedAction<ActionType, StateType>

    @usableFromInline struct Context {
        /// The numbers of the current action's cause and run.
        @usableFromInline var origin: RecordHead.Origin = (nil, nil)
        /// The state after the last action, if states are recorded.
        @usableFromInline var state: StateType?
        @usableFromInline var times = ActionTimes()
        @usableFromInline var thread: (id: UInt, number: Int) = (0, 0)
        /// The range of the last action that has ended.
        @usableFromInline var range = -1
        /// Whether a record exists, from `handle` on.
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

    /// Begins a record.
    ///
    /// An unfinished one is dropped.
    @inlinable @inline(__always) func begin(_ new: consuming Record) {
        if unsafe context.pointee.isRecording { drop() }
        unsafe record.initialize(to: new)
        unsafe context.pointee.isRecording = true
    }

    /// Moves the record into the ring.
    ///
    /// A dropped record is released after unlocking.
    @inlinable func keep(in ring: borrowing Lock<RecordRing<ActionType, StateType>>) {
        unsafe context.pointee.isRecording = false
        let isFull = ring.withLock { unsafe $0.exchange(record, spare) }
        // A move does not look at the type, unlike `deinitialize`.
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
