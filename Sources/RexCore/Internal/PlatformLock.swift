// SPDX-License-Identifier: MIT

public import CRexSystem

/// The lock of the system: a `pthread_mutex_t` on Linux, an `os_unfair_lock` on Apple.
@usableFromInline struct PlatformLock {
    #if canImport(Darwin)
    @usableFromInline typealias Memory = os_unfair_lock
    #else
    @usableFromInline typealias Memory = pthread_mutex_t
    #endif

    @usableFromInline let lockPointer: UnsafeMutablePointer<Memory>

    #if canImport(Darwin)
    init(in memory: UnsafeMutablePointer<Memory>) {
        lockPointer = memory
        lockPointer.initialize(to: os_unfair_lock())
    }

    func destroy() {
        lockPointer.deinitialize(count: 1)
    }

    @inlinable func lock() { os_unfair_lock_lock(lockPointer) }

    @inlinable func unlock() { os_unfair_lock_unlock(lockPointer) }
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

    @inlinable func lock() {
        if pthread_mutex_trylock(lockPointer) != 0 { wait() }
    }

    /// Lets other threads run for a moment, a few times, and tries again; then sleeps until the lock is free.
    ///
    /// A reduction is short. In such a moment the thread that has the lock gets through many of them while the memory
    /// stays with its core, where a thread that tries all the time would take it away each time.
    ///
    /// Only the last call asks who holds the lock, and so finds a reducer that uses its store.
    @usableFromInline func wait() {
        for _ in 0..<8 {
            sched_yield()
            if pthread_mutex_trylock(lockPointer) == 0 { return }
        }
        let result = pthread_mutex_lock(lockPointer)
        precondition(
            result == 0,
            """
            A store was used inside its own reducer: it cannot be read, observed or dispatched to there.
            A reducer computes the next state from its arguments alone; move the call into a middleware.
            """
        )
    }

    @inlinable func unlock() { pthread_mutex_unlock(lockPointer) }
    #endif
}

@available(*, unavailable)
extension PlatformLock: Sendable {}
