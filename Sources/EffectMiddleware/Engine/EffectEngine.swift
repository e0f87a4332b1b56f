// SPDX-License-Identifier: MIT

import RexCore

/// Runs the effects of one middleware in one store.
///
/// What happens is decided under a lock and done when it is free, so no code of the user runs while it is locked. The task
/// of a run is known to the engine before it starts: so there is no moment at which a run could send something and not be
/// cancelled exactly.
@usableFromInline final class EffectEngine: Sendable {
    private let contents = Lock(EffectContents())
    private let time: any EffectTime

    init(time: any EffectTime) {
        self.time = time
    }

    // MARK: For the rules, where the store processes

    @usableFromInline func receive(_ job: EffectJob) {
        let now = now(for: job.rule)
        perform(
            contents.withLock { contents in
                var after = EffectAftermath()
                contents.receive(job, now: now, in: self, &after)
                return after
            }
        )
    }

    @usableFromInline func cancel(_ cancellation: EffectCancellation) {
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

    /// Whether the run has neither ended nor noticed that it was cancelled, and this attempt goes on.
    func maySend(_ run: EffectRun, in attempt: Int) -> Bool {
        contents.withLock { _ in run.phase == .live && attempt >= run.attempt }
    }

    @usableFromInline func end(attempt: Int, of run: EffectRun) {
        contents.withLock { _ in run.attempt = attempt + 1 }
    }

    /// Ends a run; whether ``forgetEnded()`` is to be called as soon as nothing waits in the store.
    @usableFromInline func end(_ run: EffectRun) -> Bool {
        let now = now(for: run.rule)
        let (after, shouldForget) = contents.withLock { contents in
            var after = EffectAftermath()
            contents.end(run, now: now, in: self, &after)
            return (after, contents.shouldForgetEnded())
        }
        perform(after)
        return shouldForget
    }

    /// Forgets ended runs of which nothing waits any more.
    @usableFromInline func forgetEnded() {
        let now = time.now
        contents.withLock { $0.forgetEnded(now: now) }
    }

    /// Sleeps until what a timer waits for is due, and lets that happen.
    @usableFromInline func waitUntilDue(_ timer: EffectRun) async {
        while true {
            let now = time.now
            var next: Duration?
            perform(
                contents.withLock { contents in
                    var after = EffectAftermath()
                    next = contents.deadline(ofTimer: timer, now: now, in: self, &after)
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
        if let first = after.cancelled.first {
            if after.cancelled.others.isEmpty {
                first.task.cancel()
            } else {
                let all = [first] + after.cancelled.others
                for run in all.sorted(by: { $0.task.number < $1.task.number }) { run.task.cancel() }
            }
        }
        if let (run, job) = after.starts.first { job.start.call(run) }
        for (run, job) in after.starts.others { job.start.call(run) }
    }

    #if DEBUG
    /// Names the runs that have not ended a second after their store.
    private func reportWhatStays() {
        guard contents.withLock({ $0.slots.all.contains { $0.runs > 0 } }) else { return }
        Task {
            try? await Task.sleep(for: .seconds(1))
            let rules = contents.withLock { $0.slots.all.filter { $0.runs > 0 }.map(\.rule.text) }
            for rule in Set(rules).sorted() {
                report("\(rule) still runs a second after the end of its store: it ignores that it was cancelled.")
            }
        }
    }
    #endif
}
