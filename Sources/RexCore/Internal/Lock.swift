// SPDX-License-Identifier: MIT

/// A value that one thread at a time can reach.
///
/// This is not `Synchronization.Mutex`, because ThreadSanitizer on Linux does not see that one and reports every
/// critical section as a race.
///
/// It is unchecked Sendable because the value and the jobs live behind pointers only, and the only way to them is while
/// the lock is held. It is safe because nobody else has these pointers, and because they are good from `init` to `deinit`.
@safe @usableFromInline package final class Lock<Value: ~Copyable>: @unchecked Sendable {
    @usableFromInline let value: UnsafeMutablePointer<Value>
    @usableFromInline let platform: PlatformLock
    /// What the thread that holds the lock has left to do for the time when it does not.
    @usableFromInline let jobs: UnsafeMutablePointer<Jobs?>
    private let rule: StaticString

    @usableFromInline typealias Job = @Sendable (inout Value) -> [AnyObject]

    @usableFromInline final class Jobs: Sendable {
        @usableFromInline let first: Job
        @usableFromInline let rest: Jobs?

        init(_ first: @escaping Job, _ rest: Jobs?) {
            self.first = first
            self.rest = rest
        }
    }

    /// Makes a lock around a value.
    ///
    /// - Parameter rule: what to say to a thread that wants the lock while it has it.
    @usableFromInline package init(
        _ initial: consuming Value,
        rule: StaticString = "A lock was taken by a thread that has it: code that ran under it used what it protects."
    ) {
        // The lock and the beginning of the value share a cache line, which then goes from core to core once for both.
        let jobsOffset = unsafe PlatformLock.size.rounded(upTo: MemoryLayout<Jobs?>.alignment)
        let valueOffset = (jobsOffset + MemoryLayout<Jobs?>.size).rounded(upTo: MemoryLayout<Value>.alignment)
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: valueOffset + MemoryLayout<Value>.size,
            alignment: max(MemoryLayout<Value>.alignment, 64)
        )
        unsafe platform = PlatformLock(in: memory.bindMemory(to: PlatformLock.Memory.self, capacity: 1))
        unsafe jobs = (memory + jobsOffset).bindMemory(to: Jobs?.self, capacity: 1)
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

    /// Calls `body` while no other thread is in it; waits for a thread that is.
    ///
    /// What `body` returns is released by the caller, after the lock is free again, also if nobody uses it.
    ///
    /// - Precondition: The calling thread is not in `body` already.
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
        // Without this the optimiser may release a result that nobody uses while the lock is held.
        withExtendedLifetime(result) {}
        return result
    }

    /// Calls `body` with two values that it may keep, and that are not copied on the way.
    @inlinable package func withLock<First: ~Copyable, Second: ~Copyable, Result: ~Copyable>(
        _ first: consuming First,
        _ second: consuming Second,
        _ body: (inout Value, consuming First, consuming Second) -> Result
    ) -> Result {
        lock()
        let result = unsafe body(&value.pointee, first, second)
        unlock()
        withExtendedLifetime(result) {}
        return result
    }

    /// Calls `body` as `withLock` does; if the calling thread has the lock already, as soon as it no longer has it.
    ///
    /// What `body` returns is released when the lock is free.
    func withLockOrLater(_ body: @escaping Job) {
        if unsafe platform.lockUnlessHeld() {
            let remains = unsafe body(&value.pointee)
            unlock()
            withExtendedLifetime(remains) {}
        } else {
            unsafe jobs.pointee = Jobs(body, jobs.pointee)
        }
    }

    @inlinable func lock() {
        if unsafe !platform.lockUnlessHeld() { stop() }
    }

    @inlinable func unlock() {
        if unsafe jobs.pointee == nil { unsafe platform.unlock() } else { unlockAndDoJobs() }
    }

    @usableFromInline func unlockAndDoJobs() {
        var next = unsafe jobs.pointee.take()
        unsafe platform.unlock()
        while let job = next {
            withLockOrLater(job.first)
            next = job.rest
        }
    }

    /// Says the rule in every build, which `precondition` does not.
    @usableFromInline func stop() -> Never {
        fatalError("\(rule)")
    }
}

extension Int {
    fileprivate func rounded(upTo step: Int) -> Int { (self + step - 1) / step * step }
}
