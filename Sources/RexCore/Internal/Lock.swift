// SPDX-License-Identifier: MIT

/// A value that one thread at a time can reach.
///
/// This is not `Synchronization.Mutex`, because ThreadSanitizer on Linux does not see that one and reports every
/// critical section as a race.
///
/// It is unchecked Sendable because the value lives behind the pointer only, and the only way to it is `withLock`.
@usableFromInline package final class Lock<Value: ~Copyable>: @unchecked Sendable {
    @usableFromInline let value: UnsafeMutablePointer<Value>
    @usableFromInline let platform: PlatformLock

    @usableFromInline package init(_ initial: consuming Value) {
        // The lock and the beginning of the value share a cache line, which then goes from core to core once for both.
        let step = MemoryLayout<Value>.alignment
        let offset = (MemoryLayout<PlatformLock.Memory>.size + step - 1) / step * step
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: offset + MemoryLayout<Value>.size,
            alignment: max(step, 64)
        )
        platform = PlatformLock(in: memory.bindMemory(to: PlatformLock.Memory.self, capacity: 1))
        value = (memory + offset).bindMemory(to: Value.self, capacity: 1)
        value.initialize(to: initial)
    }

    deinit {
        value.deinitialize(count: 1)
        platform.destroy()
        UnsafeMutableRawPointer(platform.lockPointer).deallocate()
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

    /// Calls `body` with something that it may keep, and that is not copied on the way.
    @inlinable package func withLock<Argument: ~Copyable, Result: ~Copyable>(
        _ argument: consuming Argument,
        _ body: (inout Value, consuming Argument) -> Result
    ) -> Result {
        platform.lock()
        let result = body(&value.pointee, argument)
        platform.unlock()
        withExtendedLifetime(result) {}
        return result
    }
}
