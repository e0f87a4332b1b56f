// SPDX-License-Identifier: MIT

/// The functions that wait for a store to become idle, to settle, or to end.
@usableFromInline struct Waiters: Sendable {
    /// Called when no action is queued or being processed.
    @usableFromInline var idle: [Callback] = []
    /// Called when the store is idle and no task runs.
    @usableFromInline var settled: [Callback] = []
    @usableFromInline var ended: [Callback] = []

    @inlinable init() {}

    /// All of them, in the order in which the end of the store calls them.
    var all: [Callback] { idle + settled + ended }

    /// Removes the functions that wait for the store to become idle, and returns them.
    @usableFromInline mutating func takeIdle() -> [Callback] {
        defer { idle = [] }
        return idle
    }

    /// Removes the functions that wait for the store to settle, and returns them.
    @usableFromInline mutating func takeSettled() -> [Callback] {
        defer { settled = [] }
        return settled
    }
}

/// A function to call once.
///
/// Arrays of this struct need no wrapper around each function.
@usableFromInline struct Callback: Sendable {
    @usableFromInline let call: @Sendable () -> Void

    @inlinable init(call: @escaping @Sendable () -> Void) {
        self.call = call
    }
}
