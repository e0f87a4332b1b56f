// SPDX-License-Identifier: MIT

import RexCore

extension WorkRun {
    @usableFromInline typealias Attempt = @Sendable (Effect<Input, Output, State>) async throws -> Void

    /// Runs the body once and handles its error.
    @inlinable @inline(__always) func performOnce() async {
        do {
            try await work.body(value, Effect(self, failures: 0))
            if work.ended != nil { conclude(.returned) }
        } catch {
            fail(error, failures: 0)
        }
    }

    /// Runs the body as often as the policy requires and handles its errors.
    @inlinable func perform() async {
        await perform(Effect(self, failures: 0)) { effect in try await self.work.body(self.value, effect) }
    }

    @usableFromInline func perform(_ first: Effect<Input, Output, State>, _ body: @escaping Attempt) async {
        var effect = first
        while true {
            do {
                if let timeout = rule.options.timeout {
                    try await perform(body, effect, within: timeout)
                } else {
                    try await body(effect)
                }
                return conclude(.returned)
            } catch {
                guard let delay = delay(after: error, failures: effect.attempt) else {
                    return fail(error, failures: effect.failures)
                }
                end(attempt: effect.failures)
                effect.failures += 1
                if delay > .zero { await sleepOrReport(delay) }
                if wasCancelled { return concludeInterrupted() }
                beginAttempt()
            }
        }
    }

    /// Passes the error of the last attempt to the rule's `catch`, or reports it.
    ///
    /// Never inlined: callers would reserve memory for it while a body waits.
    @inline(never) @usableFromInline func fail(_ error: any Error, failures: Int) {
        // Any error of a cancelled run is caused by the cancellation.
        if wasCancelled { return concludeInterrupted() }
        end(attempt: failures)
        let action = work.onError?(error, value)
        fail(error, isCaught: action != nil)
        if let action {
            Effect(self, failures: failures + 1).send(action)
        } else {
            report("\(rule.text) failed with an error that it doesn't catch: \(reportedText(of: error))")
        }
        conclude(.failed(error))
    }

    private func concludeInterrupted() {
        interrupt()
        conclude(.cancelled)
    }

    /// Sends the final action, unless it has already been sent.
    @usableFromInline func conclude(_ end: EffectEnd) {
        if work.ended != nil, engine.takeFinalAction(of: self) { sendFinalAction(end) }
    }

    /// Returns the delay before the next attempt, or nil if no attempt follows.
    private func delay(after error: any Error, failures: Int) -> Duration? {
        guard let retry = rule.options.retry, failures <= retry.times, !wasCancelled else { return nil }
        guard retry.condition?(error) ?? true else { return nil }
        return retry.delay.duration(afterFailure: failures, using: output.environment.random)
    }

    /// Runs the body once.
    ///
    /// Throws if it takes longer than the limit.
    private func perform(
        _ body: @escaping Attempt,
        _ effect: Effect<Input, Output, State>,
        within limit: Duration
    ) async throws {
        let isOutOfTime = try await withThrowingTaskGroup(of: AttemptEnding.self) { group in
            group.addTask {
                try await body(effect)
                return .body
            }
            group.addTask { await self.sleepOrReport(limit) ? .time : .noTime }
            // Either may end first, and both may have ended at the same time.
            var (isOutOfTime, hasReturned) = (false, false)
            while let ending = await group.nextResult() {
                switch ending {
                case .success(.noTime): continue
                case .success(.time) where hasReturned: break
                case .success(.time):
                    isOutOfTime = true
                    end(attempt: effect.failures)
                case .success(.body): hasReturned = true
                case .failure(let error):
                    if !isOutOfTime { throw error }
                }
                group.cancelAll()
            }
            return isOutOfTime
        }
        if isOutOfTime { throw EffectTimeout(duration: limit) }
    }
}

/// The part of an attempt with a timeout that has ended.
private enum AttemptEnding {
    case body
    case time
    case noTime
}
