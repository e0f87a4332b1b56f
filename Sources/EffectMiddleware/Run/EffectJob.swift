// SPDX-License-Identifier: MIT

public import RexCore

/// Something to run, now or later.
@usableFromInline final class EffectJob: Sendable {
    let rule: EffectRule
    let place: EffectPlace
    /// The source of what it works for.
    private let source: ActionSource
    /// Starts the task of a run of it, or of a timer for it.
    let start: @Sendable (EffectRun) -> Void

    @usableFromInline init(
        _ rule: EffectRule,
        _ place: EffectPlace,
        _ source: ActionSource,
        start: @escaping @Sendable (EffectRun) -> Void
    ) {
        self.rule = rule
        self.place = place
        self.source = source
        self.start = start
    }

    /// The source of what it sends.
    var derivedSource: ActionSource { source.derived(by: EffectStep(rule: rule, place: place)) }
}

extension EffectStart {
    /// What is to be run; nil if there is nothing to run in this state.
    ///
    /// Inlinable like all that it does, so that where an effect is written its code is made for its types.
    @inlinable func job(
        from source: ActionSource,
        output: AnyActionHandler<Action>,
        getState: @escaping GetState<State>
    ) -> EffectJob? {
        guard let body = resolvedBody(in: getState) else { return nil }
        return EffectJob(rule, place, source) { [onError] run in
            if run.isTimer {
                // Not with the body, which may be superseded and is to be released then.
                output.start(run.task) { output in
                    if !run.task.isCancelled { await run.engine.waitUntilDue(run) }
                    run.end(in: output)
                }
            } else {
                output.start(run.task) { output in
                    if !run.task.isCancelled { await run.perform(body, onError, output, getState) }
                    run.end(in: output)
                }
            }
        }
    }
}

extension EffectRun {
    /// Runs the body as often as its policy says, and lets no error get lost.
    @inlinable func perform<Action, State>(
        _ body: @escaping EffectBody<Action, State>,
        _ onError: (@Sendable (any Error) -> Action?)?,
        _ output: AnyActionHandler<Action>,
        _ getState: @escaping GetState<State>
    ) async {
        for attempt in 0... {
            let effect = Effect(run: self, attempt: attempt, output: output, getState: getState)
            do {
                if let limit = timeout { return try await perform(body, effect, within: limit) }
                return try await body(effect)
            } catch {
                if Task.isCancelled, error is CancellationError { return }
                end(attempt: attempt)
                guard let delay = delay(after: error, failures: attempt + 1) else {
                    if let action = onError?(error) {
                        Effect(run: self, attempt: attempt + 1, output: output, getState: getState).send(action)
                    } else {
                        reportLoss(of: error)
                    }
                    return
                }
                if delay > .zero { try? await effect.sleep(for: delay) }
                if Task.isCancelled { return }
            }
        }
    }

    @usableFromInline var timeout: Duration? { rule.plan.timeout }

    /// How long to wait before the body is run once more; nil if it is not.
    @usableFromInline func delay(after error: any Error, failures: Int) -> Duration? {
        guard let retry = rule.plan.retry, failures <= retry.times, !Task.isCancelled else { return nil }
        return retry.condition?(error) ?? true ? retry.delay.duration(afterFailure: failures) : nil
    }

    @usableFromInline func reportLoss(of error: any Error) {
        report("\(rule.text) failed, and nothing catches it: \(error)")
    }

    /// Runs the body once.
    @usableFromInline func perform<Action, State>(
        _ body: @escaping EffectBody<Action, State>,
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
