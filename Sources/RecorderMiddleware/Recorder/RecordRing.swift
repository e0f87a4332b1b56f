// SPDX-License-Identifier: MIT

/// A ring of the newest actions.
///
/// This is safe because the first `count` values of the buffer are initialized.
@safe @usableFromInline struct RecordRing<ActionType, StateType>: ~Copyable {
    @usableFromInline typealias Record = RecordedAction<ActionType, StateType>

    @usableFromInline let capacity: Int
    @usableFromInline var buffer: MemoryBuffer<Record>
    @usableFromInline var count = 0
    /// The index of the oldest record, once the ring is full.
    @usableFromInline var oldest = 0
    /// How often `oldest` has returned to 0.
    @usableFromInline var turns = 0

    init(capacity: Int) {
        self.capacity = capacity
        buffer = MemoryBuffer(capacity: min(capacity, 64))
    }

    deinit {
        unsafe buffer.pointer(at: 0, count: count).deinitialize(count: count)
    }

    /// Moves a record into the ring.
    ///
    /// Returns whether the ring was full, and then moves the oldest record to `spare`.
    @unsafe @inlinable mutating func exchange(
        _ record: UnsafeMutablePointer<Record>,
        _ spare: UnsafeMutablePointer<Record>
    ) -> Bool {
        guard count == capacity else {
            if count == buffer.capacity { buffer.grow(to: min(capacity, 2 * count), moving: count) }
            unsafe buffer.pointer(at: count).moveInitialize(from: record, count: 1)
            count += 1
            return false
        }
        let slot = unsafe buffer.pointer(at: oldest)
        oldest += 1
        if oldest == capacity {
            oldest = 0
            turns += 1
        }
        unsafe spare.moveInitialize(from: slot, count: 1)
        unsafe slot.moveInitialize(from: record, count: 1)
        return true
    }

    /// The number of records that the ring ever got.
    var total: Int { count + turns * capacity + oldest }

    /// Returns a record by its index among all records that the ring ever got, or nil if it was
    /// overwritten.
    func record(_ index: Int) -> Record? {
        indices.contains(index) ? unsafe buffer.pointer(at: index % capacity).pointee : nil
    }

    /// Returns the record without its values.
    ///
    /// Inside the lock, where the ring has another copy, so that no value of the app is released.
    func head(_ index: Int) -> RecordHead? {
        indices.contains(index) ? unsafe buffer.pointer(at: index % capacity).pointee.head : nil
    }

    /// The indices of the records that are not overwritten.
    var indices: Range<Int> { (total - count)..<total }

    /// The records, oldest first.
    var records: [Record] {
        (0..<count).map { unsafe buffer.pointer(at: (oldest + $0) % capacity).pointee }
    }
}

@available(*, unavailable)
extension RecordRing: Sendable {}
