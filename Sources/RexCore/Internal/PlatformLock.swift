// SPDX-License-Identifier: MIT

public import CRexSystem

/// The lock of the system: a `pthread_mutex_t` on Linux, an `os_unfair_lock` with its owner on Apple.
@usableFromInline struct PlatformLock {
    #if canImport(Darwin)
    @usableFromInline typealias Memory = rex_owned_lock
    #else
    @usableFromInline typealias Memory = pthread_mutex_t
    #endif

    @usableFromInline let lockPointer: UnsafeMutablePointer<Memory>

    #if canImport(Darwin)
    init(in memory: UnsafeMutablePointer<Memory>) {
        lockPointer = memory
        lockPointer.initialize(to: rex_owned_lock())
    }

    func destroy() {
        lockPointer.deinitialize(count: 1)
    }

    /// Waits for the lock and takes it; false if the calling thread has it already.
    @inlinable func lockUnlessHeld() -> Bool { rex_owned_lock_lock_unless_held(lockPointer) }

    @inlinable func unlock() { rex_owned_lock_unlock(lockPointer) }
    #else
    init(in memory: UnsafeMutablePointer<Memory>) {
        lockPointer = memory
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, numericCast(PTHREAD_MUTEX_ERRORCHECK))
        let result = pthread_mutex_init(lockPointer, &attributes)
        precondition(result == 0, "A lock could not be made: the system refused it with error \(result).")
        pthread_mutexattr_destroy(&attributes)
    }

    func destroy() {
        pthread_mutex_destroy(lockPointer)
    }

    /// Waits for the lock and takes it; false if the calling thread has it already.
    @inlinable func lockUnlessHeld() -> Bool {
        pthread_mutex_trylock(lockPointer) == 0 || waitUnlessHeld()
    }

    /// Lets other threads run for a moment, a few times, and tries again; then sleeps until the lock is free.
    ///
    /// A reduction is short. In such a moment the thread that has the lock gets through many of them while the memory
    /// stays with its core, where a thread that tries all the time would take it away each time.
    ///
    /// Only the last call finds out who holds the lock.
    @usableFromInline func waitUnlessHeld() -> Bool {
        for _ in 0..<8 {
            sched_yield()
            if pthread_mutex_trylock(lockPointer) == 0 { return true }
        }
        let result = pthread_mutex_lock(lockPointer)
        precondition(result == 0 || result == EDEADLK, "A lock could not be taken: the system says error \(result).")
        return result == 0
    }

    @inlinable func unlock() { pthread_mutex_unlock(lockPointer) }
    #endif
}

@available(*, unavailable)
extension PlatformLock: Sendable {}
