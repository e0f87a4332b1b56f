// SPDX-License-Identifier: MIT

/// A value that one thread at a time can reach.
///
/// This is not `Synchronization.Mutex`, because ThreadSanitizer on Linux does not see that one and reports every
/// critical section as a race.
///
/// It is unchecked Sendable because the value lives behind the pointer only, and the only way to it is ``withLock(_:)``.
@usableFromInline package final class Lock<Value: ~Copyable>: @unchecked Sendable {
    @usableFromInline let value: UnsafeMutablePointer<Value>
    @usableFromInline let platform = PlatformLock()

    @usableFromInline package init(_ initial: consuming Value) {
        value = .allocate(capacity: 1)
        value.initialize(to: initial)
    }

    deinit {
        value.deinitialize(count: 1).deallocate()
        platform.destroy()
    }

    /// Calls `body` while no other thread is in it; waits for a thread that is.
    ///
    /// What `body` returns is released by the caller, after the lock is free again, also if nobody uses it.
    ///
    /// - Precondition: The calling thread is not in `body` already.
    @inlinable package func withLock<Result: ~Copyable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        platform.lock()
        let result: Result
        do {
            result = try body(&value.pointee)
        } catch {
            platform.unlock()
            throw error
        }
        platform.unlock()
        // Without this the optimiser may release a result that nobody uses while the lock is held.
        withExtendedLifetime(result) {}
        return result
    }
}
