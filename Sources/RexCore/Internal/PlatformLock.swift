// SPDX-License-Identifier: MIT

public import CRexSystem

/// The lock of the operating system: a `pthread_mutex_t` on Linux, an `os_unfair_lock` and its
/// owner on Apple platforms.
///
/// It is unsafe because ``Lock`` owns its memory.
@unsafe @usableFromInline struct PlatformLock {
    #if canImport(Darwin)
    @usableFromInline typealias Memory = rex_owned_lock
    #else
    @usableFromInline typealias Memory = pthread_mutex_t
    #endif

    @usableFromInline let lockPointer: UnsafeMutablePointer<Memory>

    #if canImport(Darwin)
    static var size: Int { MemoryLayout<Memory>.size }

    init(in memory: UnsafeMutablePointer<Memory>) {
        unsafe lockPointer = memory
        unsafe lockPointer.initialize(to: rex_owned_lock())
    }

    func destroy() {
        unsafe lockPointer.deinitialize(count: 1)
    }

    /// Waits for the lock and takes it.
    ///
    /// Returns false if the calling thread already has it.
    @inlinable func lockUnlessHeld() -> Bool { unsafe rex_owned_lock_lock_unless_held(lockPointer) }

    @inlinable func unlock() { unsafe rex_owned_lock_unlock(lockPointer) }
    #else
    static var size: Int { rex_mutex_size() }

    init(in memory: UnsafeMutablePointer<Memory>) {
        unsafe lockPointer = memory
        var attributes = pthread_mutexattr_t()
        unsafe pthread_mutexattr_init(&attributes)
        unsafe pthread_mutexattr_settype(&attributes, numericCast(PTHREAD_MUTEX_ERRORCHECK))
        let result = unsafe pthread_mutex_init(lockPointer, &attributes)
        precondition(result == 0, "Creating a lock failed with system error \(result).")
        unsafe pthread_mutexattr_destroy(&attributes)
    }

    func destroy() {
        unsafe pthread_mutex_destroy(lockPointer)
    }

    /// Waits for the lock and takes it.
    ///
    /// Returns false if the calling thread already has it.
    @inlinable func lockUnlessHeld() -> Bool {
        unsafe pthread_mutex_trylock(lockPointer) == 0 || waitUnlessHeld()
    }

    /// Yields and tries again a few times, then sleeps until the lock is free.
    ///
    /// Reductions are short. While this thread yields, the owner gets through many of them with the
    /// memory in its core's cache. Spinning would move the cache line away each time.
    ///
    /// Only the last call detects that the calling thread has the lock.
    @usableFromInline func waitUnlessHeld() -> Bool {
        for _ in 0..<8 {
            sched_yield()
            if unsafe pthread_mutex_trylock(lockPointer) == 0 { return true }
        }
        let result = unsafe pthread_mutex_lock(lockPointer)
        precondition(
            result == 0 || rex_is_deadlock(result),
            "Taking a lock failed with system error \(result)."
        )
        return result == 0
    }

    @inlinable func unlock() { unsafe pthread_mutex_unlock(lockPointer) }
    #endif
}

@available(*, unavailable)
extension PlatformLock: Sendable {}
