// SPDX-License-Identifier: MIT

/// Reads the part that a middleware handles an action for.
///
/// It serves one action at a time, and the next one if nothing else refers to it: an `IO` may keep it,
/// and a task may read it on any thread. Once the part is removed, it returns the part as it was read
/// last.
final class PartCursor<ID: Hashable & Sendable, Whole, Part>: Sendable {
    /// Points the cursor at a part, or returns false if it is absent.
    let enter: @Sendable (ID, @escaping GetState<Whole>) -> Bool
    /// Reads the part.
    let read: @Sendable () -> Part
    /// Releases the part.
    let leave: @Sendable () -> Void

    private init(
        enter: @escaping @Sendable (ID, @escaping GetState<Whole>) -> Bool,
        read: @escaping @Sendable () -> Part,
        leave: @escaping @Sendable () -> Void
    ) {
        self.enter = enter
        self.read = read
        self.leave = leave
    }

    convenience init(find: @escaping @Sendable (ID, Whole) -> Part?) where Part: Sendable {
        typealias Position = (id: ID, getState: GetState<Whole>, part: Part)
        let position = Lock<Position?>(nil)
        self.init(
            enter: { id, getState in
                guard let part = find(id, getState()) else { return false }
                position.withLock { $0 = (id, getState, part) }
                return true
            },
            read: {
                guard let last = position.withLock({ $0 }) else { preconditionFailure("A part was read too late.") }
                guard let now = find(last.id, last.getState()) else { return last.part }
                // The old part is released without the lock, by `last`.
                position.withLock { $0?.part = now }
                return now
            },
            leave: {
                let last = position.withLock { position in
                    defer { position = nil }
                    return position
                }
                extendLifetime(last)
            }
        )
    }

    /// Returns a cursor for the mapped part.
    func map<Inner>(_ narrow: @escaping @Sendable (Part) -> Inner) -> PartCursor<ID, Whole, Inner> {
        PartCursor<ID, Whole, Inner>(enter: enter, read: { [read] in narrow(read()) }, leave: leave)
    }
}
