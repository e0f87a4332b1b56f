// SPDX-License-Identifier: MIT

import RexCore

extension WorkRun {
    /// Runs the body, and lets no error get lost.
    @inlinable @inline(__always) func performOnce() async {
        do {
            try await work.body(value, Effect(self, attempt: 0))
        } catch {
            if !isCancellation(error) { fail(Effect(self, attempt: 0), error, work.onError) }
        }
    }

    /// Runs the body as often as its policy says, and lets no error get lost.
    @inlinable func perform() async {
        await perform(Effect(self, attempt: 0), work.onError) { effect in
            try await self.work.body(self.value, effect)
        }
    }
}

extension EffectRun {
    @usableFromInline var isTriedOnceAndForAnyTime: Bool { rule.plan.timeout == nil && rule.plan.retry == nil }

    @usableFromInline func perform<Action, State>(
        _ first: Effect<Action, State>,
        _ onError: (@Sendable (any Error) -> Action?)?,
        _ body: @escaping @Sendable (Effect<Action, State>) async throws -> Void
    ) async {
        var effect = first
        while true {
            do {
                guard let timeout = rule.plan.timeout else { return try await body(effect) }
                return try await perform(body, effect, within: timeout)
            } catch {
                guard let delay = delay(after: error, failures: effect.attempt + 1) else {
                    if !isCancellation(error) { fail(effect, error, onError) }
                    return
                }
                end(attempt: effect.attempt)
                effect.attempt += 1
                if delay > .zero { try? await effect.sleep(for: delay) }
                if Task.isCancelled { return }
            }
        }
    }

    /// Whether the error is none, but what a cancelled run is expected to throw.
    ///
    /// Not a part of its callers, which would keep room for what it needs while a body waits, nor of ``fail(_:_:_:)``, which
    /// looks up the types of what it may send.
    @inline(never) @usableFromInline func isCancellation(_ error: any Error) -> Bool {
        guard Task.isCancelled else { return false }
        // A cast takes far longer, and finds the error in one of another type as well.
        return type(of: error) == CancellationError.self || error is CancellationError
    }

    /// Lets the error of the last attempt go its way.
    @usableFromInline func fail<Action, State>(
        _ effect: Effect<Action, State>,
        _ error: any Error,
        _ onError: (@Sendable (any Error) -> Action?)?
    ) {
        end(attempt: effect.attempt)
        if let action = onError?(error) {
            var last = effect
            last.attempt += 1
            last.send(action)
        } else {
            report("\(rule.text) failed, and nothing catches it: \(error)")
        }
    }

    /// How long to wait before the body is run once more; nil if it is not.
    private func delay(after error: any Error, failures: Int) -> Duration? {
        guard let retry = rule.plan.retry, failures <= retry.times, !Task.isCancelled else { return nil }
        return retry.condition?(error) ?? true ? retry.delay.duration(afterFailure: failures) : nil
    }

    /// Runs the body once.
    private func perform<Action, State>(
        _ body: @escaping @Sendable (Effect<Action, State>) async throws -> Void,
        _ effect: Effect<Action, State>,
        within limit: Duration
    ) async throws {
        let isOutOfTime = try await withThrowingTaskGroup(of: AttemptEnding.self) { group in
            group.addTask {
                try await body(effect)
                return .body
            }
            group.addTask {
                do { try await effect.sleep(for: limit) } catch { return .noTime }
                return .time
            }
            var isOutOfTime = false
            while let ending = await group.nextResult() {
                switch ending {
                case .success(.noTime): continue
                case .success(.time):
                    isOutOfTime = true
                    end(attempt: effect.attempt)
                case .success(.body): break
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

/// What has ended in an attempt whose time is limited.
private enum AttemptEnding {
    case body
    case time
    case noTime
}
