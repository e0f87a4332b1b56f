// SPDX-License-Identifier: MIT

public import CRexSystem

/// The lock of the system: a `pthread_mutex_t` on Linux, an `os_unfair_lock` with its owner on
/// Apple.
///
/// It is as unsafe as its memory, which belongs to whoever makes it: ``Lock``.
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

    /// Waits for the lock and takes it; false if the calling thread has it already.
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

    /// Waits for the lock and takes it; false if the calling thread has it already.
    @inlinable func lockUnlessHeld() -> Bool {
        unsafe pthread_mutex_trylock(lockPointer) == 0 || waitUnlessHeld()
    }

    /// Lets other threads run for a moment, a few times, and tries again; then sleeps until the
    /// lock is free.
    ///
    /// A reduction is short. In such a moment the thread that has the lock gets through many of
    /// them while the memory stays with its core, where a thread that tries all the time would take
    /// it away each time.
    ///
    /// Only the last call finds out who holds the lock.
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
