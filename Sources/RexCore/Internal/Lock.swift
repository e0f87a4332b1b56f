// SPDX-License-Identifier: MIT

/// A value that only one thread at a time can access.
///
/// `Synchronization.Mutex` is not used because ThreadSanitizer on Linux doesn't know it and reports
/// every critical section as a race.
///
/// It is unchecked Sendable because value and jobs are behind pointers and accessed only under the
/// lock. It is safe because no other code has these pointers, which are valid from `init` to
/// `deinit`.
@safe @usableFromInline package final class Lock<Value: ~Copyable>: @unchecked Sendable {
    @usableFromInline let value: UnsafeMutablePointer<Value>
    @usableFromInline let platform: PlatformLock
    /// The jobs to run after unlocking, newest first.
    ///
    /// The type isn't generic, since each lock would have to look up a generic one.
    @usableFromInline let jobs: UnsafeMutablePointer<LockJob?>
    private let rule: StaticString

    /// Creates a lock around a value.
    ///
    /// - Parameters:
    ///   - rule: The message for a thread that locks twice.
    ///   - isContended: Whether several threads are expected to lock all the time. Then the lock
    ///     and the start of the value share a cache line, which moves between cores once for both.
    ///     Creating such a lock takes longer.
    @usableFromInline package init(
        _ initial: consuming Value,
        isContended: Bool = false,
        rule: StaticString = "A thread took a lock that it already has: code under the lock used the protected value."
    ) {
        let jobsOffset = unsafe PlatformLock.size.rounded(upTo: MemoryLayout<LockJob?>.alignment)
        let valueOffset = (jobsOffset + MemoryLayout<LockJob?>.size).rounded(upTo: MemoryLayout<Value>.alignment)
        let memory = UnsafeMutableRawPointer.allocate(
            // ThreadSanitizer reports accesses to a zero-sized value as accesses to the byte at its
            // address.
            byteCount: valueOffset + max(MemoryLayout<Value>.size, 1),
            alignment: max(MemoryLayout<Value>.alignment, isContended ? 64 : 16)
        )
        unsafe platform = PlatformLock(in: memory.bindMemory(to: PlatformLock.Memory.self, capacity: 1))
        unsafe jobs = (memory + jobsOffset).bindMemory(to: LockJob?.self, capacity: 1)
        unsafe jobs.initialize(to: nil)
        unsafe value = (memory + valueOffset).bindMemory(to: Value.self, capacity: 1)
        unsafe value.initialize(to: initial)
        self.rule = rule
    }

    deinit {
        unsafe value.deinitialize(count: 1)
        unsafe jobs.deinitialize(count: 1)
        unsafe platform.destroy()
        unsafe UnsafeMutableRawPointer(platform.lockPointer).deallocate()
    }

    /// Locks, calls `body`, and unlocks.
    ///
    /// Waits while another thread has the lock. The result of `body` is released after unlocking,
    /// even if the caller ignores it.
    ///
    /// - Precondition: The calling thread doesn't have the lock.
    @inlinable package func withLock<Result: ~Copyable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock()
        let result: Result
        do {
            result = try unsafe body(&value.pointee)
        } catch {
            unlock()
            throw error
        }
        unlock()
        // Otherwise the optimiser may release an unused result while the lock is held.
        extendLifetime(result)
        return result
    }

    /// Calls `body` with two values that it consumes, without copying them.
    @inlinable package func withLock<First: ~Copyable, Second: ~Copyable, Result: ~Copyable>(
        _ first: consuming First,
        _ second: consuming Second,
        _ body: (inout Value, consuming First, consuming Second) -> Result
    ) -> Result {
        lock()
        let result = unsafe body(&value.pointee, first, second)
        unlock()
        extendLifetime(result)
        return result
    }

    /// Calls `body` like `withLock`, and throws the typed error that it throws.
    package func withThrowingLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let result = withLock { value in Swift.Result { () throws(Failure) in try body(&value) } }
        return try result.get()
    }

    /// Calls `body` like `withLock`.
    ///
    /// If the calling thread already has the lock, calls it after unlocking. The result of `body`
    /// is released after unlocking.
    func withLockOrLater(_ body: @escaping @Sendable (inout Value) -> [AnyObject]) {
        unsafe doOrLater { value in unsafe body(&value.assumingMemoryBound(to: Value.self).pointee) }
    }

    private func doOrLater(_ body: @escaping LockJob.Body) {
        if unsafe platform.lockUnlessHeld() {
            let remains = unsafe body(value)
            unlock()
            withExtendedLifetime(remains) {}
        } else {
            unsafe jobs.pointee = LockJob(body, next: jobs.pointee)
        }
    }

    @inlinable func lock() {
        if unsafe !platform.lockUnlessHeld() { stop() }
    }

    @inlinable func unlock() {
        if case .none = unsafe jobs.pointee { unsafe platform.unlock() } else { unlockAndDoJobs() }
    }

    @usableFromInline func unlockAndDoJobs() {
        var next = unsafe jobs.pointee.take()
        unsafe platform.unlock()
        while let job = next {
            unsafe doOrLater(job.body)
            next = job.next
        }
    }

    /// Traps with the rule, in release builds too.
    ///
    /// `precondition` would hide the text there.
    @usableFromInline func stop() -> Never {
        fatalError("\(rule)")
    }
}

/// A function to call later with the memory of a lock's value.
@safe @usableFromInline final class LockJob: Sendable {
    typealias Body = @Sendable (UnsafeMutableRawPointer) -> [AnyObject]

    let body: Body
    let next: LockJob?

    init(_ body: @escaping Body, next: LockJob?) {
        unsafe self.body = unsafe body
        self.next = next
    }
}

extension Int {
    fileprivate func rounded(upTo step: Int) -> Int { (self + step - 1) / step * step }
}
