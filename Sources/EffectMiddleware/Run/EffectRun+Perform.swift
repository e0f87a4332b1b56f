// SPDX-License-Identifier: MIT

import RexCore

extension WorkRun {
    /// Runs the body, and lets no error get lost.
    @inlinable @inline(__always) func performOnce() async {
        do {
            try await work.body(value, Effect(self, failures: 0))
            if work.ended != nil { conclude(.returned) }
        } catch {
            fail(error, failures: 0)
        }
    }

    /// Runs the body as often as its policy says, and lets no error get lost.
    @inlinable func perform() async {
        await perform(Effect(self, failures: 0)) { effect in try await self.work.body(self.value, effect) }
    }

    @usableFromInline func perform(
        _ first: Effect<Input, Output, State>,
        _ body: @escaping @Sendable (Effect<Input, Output, State>) async throws -> Void
    ) async {
        var effect = first
        while true {
            do {
                if let timeout = rule.plan.timeout {
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
                if wasCancelled { return conclude(.cancelled) }
                beginAttempt()
            }
        }
    }

    /// Lets the error of the last attempt go its way.
    ///
    /// Not a part of its callers, which would keep room for what it needs while a body waits.
    @inline(never) @usableFromInline func fail(_ error: any Error, failures: Int) {
        // Whatever a cancelled run throws, it is because of that.
        if wasCancelled { return conclude(.cancelled) }
        end(attempt: failures)
        let action = work.onError?(error, value)
        fail(error, isCaught: action != nil)
        if let action {
            Effect(self, failures: failures + 1).send(action)
        } else {
            report("\(rule.text) failed, and nothing catches it: \(error)")
        }
        conclude(.failed(error))
    }

    /// Says the last word, unless somebody has.
    @usableFromInline func conclude(_ end: EffectEnd) {
        if work.ended != nil, engine.hasLastWord(self) { sayLastWord(end) }
    }

    /// How long to wait before the body is run once more; nil if it is not.
    private func delay(after error: any Error, failures: Int) -> Duration? {
        guard let retry = rule.plan.retry, failures <= retry.times, !wasCancelled else { return nil }
        guard retry.condition?(error) ?? true else { return nil }
        return retry.delay.duration(afterFailure: failures, using: context.output.environment.random)
    }

    /// Runs the body once.
    private func perform(
        _ body: @escaping @Sendable (Effect<Input, Output, State>) async throws -> Void,
        _ effect: Effect<Input, Output, State>,
        within limit: Duration
    ) async throws {
        let isOutOfTime = try await withThrowingTaskGroup(of: AttemptEnding.self) { group in
            group.addTask {
                try await body(effect)
                return .body
            }
            group.addTask { await self.sleepOrReport(limit) ? .time : .noTime }
            // Whichever came first; the other one may have ended at the same time.
            var (isOutOfTime, isBack) = (false, false)
            while let ending = await group.nextResult() {
                switch ending {
                case .success(.noTime): continue
                case .success(.time) where isBack: break
                case .success(.time):
                    isOutOfTime = true
                    end(attempt: effect.failures)
                case .success(.body): isBack = true
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

extension EffectRun {
    @usableFromInline var isTriedOnceAndForAnyTime: Bool { rule.plan.timeout == nil && rule.plan.retry == nil }

    /// Whether it was cancelled, or its task.
    var wasCancelled: Bool { Task.isCancelled || isRevoked }

    /// Sleeps by the store's clock; whether that time has passed.
    ///
    /// A clock that fails is named, as no error is lost.
    @discardableResult
    func sleepOrReport(_ duration: Duration) async -> Bool {
        do {
            try await engine.sleep(for: duration)
            return true
        } catch {
            if !Task.isCancelled { report("\(rule.text) cannot wait for its time, so it does not: \(error)") }
            return false
        }
    }
}

/// What has ended in an attempt whose time is limited.
private enum AttemptEnding {
    case body
    case time
    case noTime
}
