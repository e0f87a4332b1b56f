// SPDX-License-Identifier: MIT

/// The newest actions.
///
/// It is safe because the first `count` of the `room` slots have a value, and because nobody else has the pointer, which is
/// good until `deinit` or `grow`.
@safe @usableFromInline struct RecordRing<ActionType, StateType>: ~Copyable {
    @usableFromInline typealias Record = RecordedAction<ActionType, StateType>

    @usableFromInline let capacity: Int
    @usableFromInline var slots: UnsafeMutablePointer<Record>
    @usableFromInline var room: Int
    @usableFromInline var count = 0
    /// Where the oldest one is, once there is no more room.
    @usableFromInline var oldest = 0

    init(capacity: Int) {
        self.capacity = capacity
        room = min(capacity, 64)
        unsafe slots = .allocate(capacity: room)
    }

    deinit {
        unsafe slots.deinitialize(count: count).deallocate()
    }

    /// Takes a record out of its memory; whether another one had to make room, which is in `spare` then.
    @unsafe @inlinable mutating func exchange(
        _ record: UnsafeMutablePointer<Record>,
        _ spare: UnsafeMutablePointer<Record>
    ) -> Bool {
        guard count == capacity else {
            if count == room { grow() }
            unsafe (slots + count).moveInitialize(from: record, count: 1)
            count += 1
            return false
        }
        let slot = unsafe slots + oldest
        oldest = oldest + 1 == capacity ? 0 : oldest + 1
        unsafe spare.moveInitialize(from: slot, count: 1)
        unsafe slot.moveInitialize(from: record, count: 1)
        return true
    }

    @usableFromInline mutating func grow() {
        room = min(capacity, 2 * room)
        let larger = UnsafeMutablePointer<Record>.allocate(capacity: room)
        unsafe larger.moveInitialize(from: slots, count: count)
        unsafe slots.deallocate()
        unsafe slots = larger
    }

    /// All of them, the oldest one first.
    var records: [Record] {
        (0..<count).map { unsafe slots[(oldest + $0) % capacity] }
    }
}

@available(*, unavailable)
extension RecordRing: Sendable {}
