// SPDX-License-Identifier: MIT

/// A value that one thread at a time can reach.
///
/// This is not `Synchronization.Mutex`, because ThreadSanitizer on Linux does not see that one and
/// reports every critical section as a race.
///
/// It is unchecked Sendable because the value and the jobs live behind pointers only, and the only
/// way to them is while the lock is held. It is safe because nobody else has these pointers, and
/// because they are good from `init` to `deinit`.
@safe @usableFromInline package final class Lock<Value: ~Copyable>: @unchecked Sendable {
    @usableFromInline let value: UnsafeMutablePointer<Value>
    @usableFromInline let platform: PlatformLock
    /// The jobs for when the lock is free, the newest first; of no generic type, which each lock
    /// would look up.
    @usableFromInline let jobs: UnsafeMutablePointer<LockJob?>
    private let rule: StaticString

    /// Makes a lock around a value.
    ///
    /// - Parameters:
    ///   - rule: what to say to a thread that wants the lock while it has it.
    ///   - isContended: whether several threads are expected to want it all the time. Then the lock
    ///     and the beginning of the value share a cache line, which goes from core to core once for
    ///     both; it takes longer to make.
    @usableFromInline package init(
        _ initial: consuming Value,
        isContended: Bool = false,
        rule: StaticString = "A thread took a lock that it already has: code under the lock used the protected value."
    ) {
        let jobsOffset = unsafe PlatformLock.size.rounded(upTo: MemoryLayout<LockJob?>.alignment)
        let valueOffset = (jobsOffset + MemoryLayout<LockJob?>.size).rounded(upTo: MemoryLayout<Value>.alignment)
        let memory = UnsafeMutableRawPointer.allocate(
            // ThreadSanitizer takes an access to a value without a size for one to the byte at its place.
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

    /// Calls `body` while no other thread is in it; waits for a thread that is.
    ///
    /// What `body` returns is released by the caller, after the lock is free again, also if nobody
    /// uses it.
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
        extendLifetime(result)
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
        extendLifetime(result)
        return result
    }

    /// Calls `body` as `withLock` does; if the calling thread has the lock already, as soon as it
    /// no longer has it.
    ///
    /// What `body` returns is released when the lock is free.
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

    /// Says the rule in every build, which `precondition` does not.
    @usableFromInline func stop() -> Never {
        fatalError("\(rule)")
    }
}

/// Something to do with the value of a lock, which calls it with the memory of that value.
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
