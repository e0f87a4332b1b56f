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

/// A value that one thread at a time can reach.
///
/// This is not `Synchronization.Mutex`, because ThreadSanitizer on Linux does not see that one and reports every
/// critical section as a race.
///
/// It is unchecked Sendable because the value lives behind the pointer only, and the only way to it is ``withLock(_:)``.
package final class Lock<Value>: @unchecked Sendable {
    private let value: UnsafeMutablePointer<Value>
    private let mutex: UnsafeMutablePointer<PlatformLock>

    package init(_ initial: Value) {
        value = .allocate(capacity: 1)
        value.initialize(to: initial)
        mutex = .allocate(capacity: 1)
        mutex.open()
    }

    deinit {
        value.deinitialize(count: 1).deallocate()
        mutex.close()
        mutex.deallocate()
    }

    /// Calls `body` while no other thread is in it; waits for a thread that is.
    ///
    /// - Precondition: The calling thread is not in `body` already.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        mutex.lock()
        defer { mutex.unlock() }
        return try body(&value.pointee)
    }
}

#if canImport(Darwin)
private typealias PlatformLock = os_unfair_lock

extension UnsafeMutablePointer<PlatformLock> {
    fileprivate func open() { initialize(to: os_unfair_lock()) }
    fileprivate func close() { deinitialize(count: 1) }
    fileprivate func lock() { os_unfair_lock_lock(self) }
    fileprivate func unlock() { os_unfair_lock_unlock(self) }
}
#else
private typealias PlatformLock = pthread_mutex_t

extension UnsafeMutablePointer<PlatformLock> {
    fileprivate func open() {
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        pthread_mutexattr_settype(&attributes, CInt(PTHREAD_MUTEX_ERRORCHECK))
        let result = pthread_mutex_init(self, &attributes)
        precondition(result == 0, "A lock could not be made: the system refused it with error \(result).")
        pthread_mutexattr_destroy(&attributes)
    }

    fileprivate func close() { pthread_mutex_destroy(self) }

    fileprivate func lock() {
        let result = pthread_mutex_lock(self)
        precondition(
            result == 0,
            """
            A store was used inside its own reducer: it cannot be read, observed or dispatched to there.
            A reducer computes the next state from its arguments alone; move the call into a middleware.
            """
        )
    }

    fileprivate func unlock() { pthread_mutex_unlock(self) }
}
#endif
