// SPDX-License-Identifier: MIT

import RexCore

/// Runs the effects of one middleware in one store.
///
/// What happens is decided under a lock and done when it is free, so no code of the user runs while it is locked. A run
/// is known to the engine before its task starts, and its body does not begin before the engine knows the task: so
/// there is no moment at which a run could send something and not be cancelled exactly.
@usableFromInline final class EffectEngine: Sendable {
    private let contents = Lock(EffectContents())
    private let time: any EffectTime

    init(time: any EffectTime) {
        self.time = time
    }

    // MARK: For the rules, where the store processes

    func receive(_ job: any EffectJob) {
        let now = now(for: job.rule)
        perform(
            contents.withLock { contents in
                var after = EffectAftermath()
                contents.receive(job, now: now, &after)
                return after
            }
        )
    }

    func cancel(_ cancellation: EffectCancellation) {
        let now = time.now
        perform(
            contents.withLock { contents in
                var after = EffectAftermath()
                contents.cancel(cancellation, now: now, &after)
                return after
            }
        )
    }

    func cancel(at place: EffectPlace) {
        let now = time.now
        perform(
            contents.withLock { contents in
                var after = EffectAftermath()
                contents.cancel(at: place, now: now, &after)
                return after
            }
        )
    }

    /// Cancels what belongs to elements that are gone.
    func cancelGone(unless isPresent: (EffectPlace) -> Bool) {
        for place in contents.withLock({ $0.elementPlaces }) where !isPresent(place) { cancel(at: place) }
    }

    /// Cancels everything, since the store is gone.
    func close() {
        perform(
            contents.withLock { contents in
                var after = EffectAftermath()
                contents.close(&after)
                return after
            }
        )
        #if DEBUG
        reportWhatStays()
        #endif
    }

    // MARK: For runs and timers, on their threads

    /// Whether a run may begin; nil as long as its task is not known.
    func mayBegin(_ number: Int) -> Bool? {
        contents.withLock { contents in
            guard let running = contents.running[number], !running.isCancelled else { return false }
            return running.task.map { !$0.isCancelled }
        }
    }

    func begin(_ number: Int, _ waiter: CheckedContinuation<Bool, Never>) {
        let mayBegin = contents.withLock { contents -> Bool? in
            guard let running = contents.running[number], !running.isCancelled else { return false }
            if let task = running.task { return !task.isCancelled }
            contents.running[number]?.waiter = waiter
            return nil
        }
        if let mayBegin { waiter.resume(returning: mayBegin) }
    }

    func maySend(_ number: Int, in attempt: Int) -> Bool {
        contents.withLock { contents in
            guard let running = contents.running[number], !running.isCancelled else { return false }
            return attempt >= running.attempt && running.task.map { !$0.isCancelled } ?? true
        }
    }

    func end(attempt: Int, of number: Int) {
        contents.withLock { $0.running[number]?.attempt = attempt + 1 }
    }

    func end(_ number: Int) {
        let now = time.now
        perform(
            contents.withLock { contents in
                var after = EffectAftermath()
                contents.end(number, now: now, &after)
                return after
            }
        )
    }

    /// Sleeps until what a timer waits for is due, and lets that happen.
    func waitUntilDue(_ timer: EffectRun) async {
        while true {
            let now = time.now
            var next: Duration?
            perform(
                contents.withLock { contents in
                    var after = EffectAftermath()
                    next = contents.deadline(ofTimer: timer.number, now: now, &after)
                    return after
                }
            )
            guard let next else { return }
            do { try await time.sleep(until: next) } catch { return }
        }
    }

    // MARK: -

    private func now(for rule: EffectRule) -> Duration {
        rule.plan.debounce == nil && rule.plan.throttle == nil ? .zero : time.now
    }

    /// Does what was decided: first it cancels, then it starts.
    private func perform(_ after: consuming EffectAftermath) {
        if !after.cancelled.isEmpty {
            for (_, task) in after.cancelled.sorted(by: { $0.number < $1.number }) { task.cancel() }
        }
        for waiter in after.waiters { waiter.resume(returning: false) }
        for (number, job, isTimer) in after.starts {
            let run = EffectRun(engine: self, number: number, source: job.derivedSource)
            know(isTimer ? job.startTimer(run) : job.start(run), as: number)
        }
    }

    /// Takes the task of a run, which may have been cancelled meanwhile.
    private func know(_ task: StoreTask, as number: Int) {
        let (isCancelled, waiter) = contents.withLock { contents in
            guard let running = contents.running[number] else {
                return (true, nil as CheckedContinuation<Bool, Never>?)
            }
            contents.running[number]?.task = task
            return (running.isCancelled, contents.running[number]?.waiter.take())
        }
        if isCancelled { task.cancel() }
        waiter?.resume(returning: !isCancelled)
    }

    #if DEBUG
    /// Names the runs that have not ended a second after their store.
    private func reportWhatStays() {
        guard contents.withLock({ !$0.running.isEmpty }) else { return }
        Task {
            try? await Task.sleep(for: .seconds(1))
            let rules = contents.withLock { $0.running.values.map { $0.slot.rule.text } }
            for rule in Set(rules).sorted() {
                report("\(rule) still runs a second after the end of its store: it ignores that it was cancelled.")
            }
        }
    }
    #endif
}
