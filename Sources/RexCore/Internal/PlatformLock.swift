// SPDX-License-Identifier: MIT

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Bionic)
import Bionic
#endif

/// The lock of the system: a `pthread_mutex_t` on Linux, an `os_unfair_lock` on Apple.
@usableFromInline struct PlatformLock {
    #if canImport(Darwin)
    private let lockPointer = UnsafeMutablePointer<os_unfair_lock>.allocate(capacity: 1)

    init() {
        lockPointer.initialize(to: os_unfair_lock())
    }

    func destroy() {
        lockPointer.deinitialize(count: 1).deallocate()
    }

    @usableFromInline func lock() { os_unfair_lock_lock(lockPointer) }

    @usableFromInline func unlock() { os_unfair_lock_unlock(lockPointer) }
    #else
    private let lockPointer = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_ERRORCHECK))
        let result = pthread_mutex_init(lockPointer, &attributes)
        precondition(result == 0, "A lock could not be made: the system refused it with error \(result).")
        pthread_mutexattr_destroy(&attributes)
    }

    func destroy() {
        pthread_mutex_destroy(lockPointer)
        lockPointer.deallocate()
    }

    @usableFromInline func lock() {
        let result = pthread_mutex_lock(lockPointer)
        precondition(
            result == 0,
            """
            A store was used inside its own reducer: it cannot be read, observed or dispatched to there.
            A reducer computes the next state from its arguments alone; move the call into a middleware.
            """
        )
    }

    @usableFromInline func unlock() { pthread_mutex_unlock(lockPointer) }
    #endif
}

@available(*, unavailable)
extension PlatformLock: Sendable {}
