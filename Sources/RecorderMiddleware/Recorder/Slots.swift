// SPDX-License-Identifier: MIT

/// Memory for so many values; whoever owns it knows where there are any, and takes them out before it goes.
///
/// It is what all containers here are made of that hold memory of their own. A place outside of it is refused.
@safe @usableFromInline struct Slots<Element>: ~Copyable {
    @usableFromInline private(set) var start: UnsafeMutablePointer<Element>
    @usableFromInline private(set) var room: Int
    /// Whether the memory is its own, and may become larger.
    @usableFromInline let isOwner: Bool

    @usableFromInline init(room: Int) {
        unsafe start = .allocate(capacity: room)
        self.room = room
        isOwner = true
    }

    /// Memory of somebody else's, which stays as it is as long as this lives.
    @unsafe init(in memory: UnsafeMutableRawPointer, room: Int) {
        unsafe start = memory.bindMemory(to: Element.self, capacity: room)
        self.room = room
        isOwner = false
    }

    // NB: Swift 6.3 stops where code that is inlinable sets a property of this type, and may not see what that ends.
    @inlinable deinit {
        if isOwner { unsafe start.deallocate() }
    }

    /// The place of the first of `count` values.
    @unsafe @inlinable @inline(__always) func place(_ index: Int, count: Int = 1) -> UnsafeMutablePointer<Element> {
        precondition(index >= 0 && count >= 0 && index <= room - count, "A place was used that memory does not have.")
        return unsafe start + index
    }

    /// Gets more memory, and moves the first values there.
    @usableFromInline mutating func grow(to larger: Int, moving count: Int) {
        precondition(isOwner, "\(larger) values were to be in memory that has room for \(room) and gets no more.")
        precondition(larger >= count && count <= room, "More values were to be moved than there is room for.")
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: larger)
        unsafe memory.moveInitialize(from: start, count: count)
        unsafe start.deallocate()
        unsafe start = memory
        room = larger
    }
}

@available(*, unavailable)
extension Slots: Sendable {}
