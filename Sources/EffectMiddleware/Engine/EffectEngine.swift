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
    /// Whether the time is that by which tasks sleep without a clock.
    private let isOnContinuousClock: Bool
    private let continuousClock = ContinuousClock()

    init(time: any EffectTime) {
        self.time = time
        isOnContinuousClock = time is EffectTimeOf<ContinuousClock>
    }

    // MARK: For the rules, where the store processes

    @usableFromInline func receive(_ run: EffectRun) {
        let now = now(for: run.rule)
        perform { contents, after in contents.receive(run, now: now, &after) }
    }

    @usableFromInline func cancel(_ cancellation: EffectCancellation) {
        let now = time.now
        perform { contents, after in contents.cancel(cancellation, now: now, &after) }
    }

    @usableFromInline func cancel(at place: EffectPlace) {
        let now = time.now
        perform { contents, after in contents.cancel(at: place, now: now, &after) }
    }

    /// Cancels what belongs to elements that are gone.
    @usableFromInline func cancelGone(unless isPresent: (EffectPlace) -> Bool) {
        for place in contents.withLock({ $0.elementPlaces }) where !isPresent(place) { cancel(at: place) }
    }

    /// Cancels everything, since the store is gone.
    func close() {
        perform { contents, after in
            contents.close(&after)
            #if DEBUG
            if contents.slots.all.contains(where: { $0.runs > 0 }) { reportWhatStays() }
            #endif
        }
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
        return perform { contents, after in
            contents.end(run, now: now, &after)
            return contents.shouldForgetEnded()
        }
    }

    /// Forgets ended runs of which nothing waits any more.
    @usableFromInline func forgetEnded() {
        let now = time.now
        contents.withLock { $0.forgetEnded(now: now) }
    }

    /// Sleeps by the clock of the store; without the detour of a type that is erased, it takes less memory.
    @usableFromInline func sleep(for duration: Duration) async throws {
        guard isOnContinuousClock else { return try await time.sleep(for: duration) }
        try await continuousClock.sleep(until: Self.deadline(in: duration))
    }

    /// Apart, so that its intermediate results take no memory while a task sleeps.
    @inline(never) private static func deadline(in duration: Duration) -> ContinuousClock.Instant {
        .now.advanced(by: duration)
    }

    /// Sleeps until what a timer waits for is due, and lets that happen.
    @usableFromInline func waitUntilDue(_ timer: EffectRun) async {
        while true {
            let now = time.now
            let next = perform { contents, after in contents.deadline(ofTimer: timer, now: now, &after) }
            guard let next else { return }
            do { try await time.sleep(until: next) } catch { return }
        }
    }

    // MARK: -

    private func now(for rule: EffectRule) -> Duration {
        rule.plan.debounce == nil && rule.plan.throttle == nil ? .zero : time.now
    }

    /// Lets something be decided, and does it: first it cancels, then it starts.
    private func perform<Result>(_ decide: (inout EffectContents, inout EffectAftermath) -> Result) -> Result {
        var after = EffectAftermath()
        let result = contents.withLock { decide(&$0, &after) }
        after.perform()
        return result
    }

    #if DEBUG
    /// Names the runs that have not ended a second after their store.
    private func reportWhatStays() {
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
