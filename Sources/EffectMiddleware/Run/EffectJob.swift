// SPDX-License-Identifier: MIT

public import RexCore

/// Something to run, now or later, whose types are erased.
@usableFromInline protocol EffectJob: AnyObject, Sendable {
    var rule: EffectRule { get }
    var place: EffectPlace { get }
    /// The source of what it works for.
    var source: ActionSource { get }

    /// Starts the task that does it.
    func start(_ run: EffectRun)
    /// Starts a task that lets the engine know when its time has come.
    func startTimer(_ run: EffectRun)
}

extension EffectJob {
    /// The source of what it sends.
    var derivedSource: ActionSource { source.derived(by: EffectStep(rule: rule, place: place)) }
}

/// A run that is to start, with all that it needs.
@usableFromInline final class EffectJobOf<Action, State>: EffectJob {
    @usableFromInline let rule: EffectRule
    @usableFromInline let place: EffectPlace
    @usableFromInline let source: ActionSource
    @usableFromInline let body: EffectBody<Action, State>
    @usableFromInline let onError: (@Sendable (any Error) -> Action?)?
    @usableFromInline let output: AnyActionHandler<Action>
    @usableFromInline let getState: GetState<State>

    /// Makes what is to be run for a start; nil if there is nothing to run in this state.
    @inlinable init?(
        _ start: EffectStart<Action, State>,
        from source: ActionSource,
        output: AnyActionHandler<Action>,
        getState: @escaping GetState<State>
    ) {
        guard let body = start.resolvedBody(in: getState) else { return nil }
        rule = start.rule
        place = start.place
        self.body = body
        onError = start.onError
        self.source = source
        self.output = output
        self.getState = getState
    }

    @inlinable func start(_ run: EffectRun) {
        run.task.register(with: output)
        let task = output.environment.startTask(from: run.task.source) { [self] in
            if !run.task.isCancelled { await perform(run) }
            run.end(in: output)
        }
        run.task.started { task.cancel() }
    }

    @inlinable func startTimer(_ run: EffectRun) {
        run.task.register(with: output)
        // Not with this job, which may be superseded and is to be released then.
        let task = output.environment.startTask(from: run.task.source) { [output] in
            if !run.task.isCancelled { await run.engine.waitUntilDue(run) }
            run.end(in: output)
        }
        run.task.started { task.cancel() }
    }

    /// Runs the body as often as its policy says, and lets no error get lost.
    @inlinable func perform(_ run: EffectRun) async {
        for attempt in 0... {
            let effect = Effect(run: run, attempt: attempt, output: output, getState: getState)
            do {
                if let limit = rule.plan.timeout { return try await perform(effect, within: limit) }
                return try await body(effect)
            } catch {
                if Task.isCancelled, error is CancellationError { return }
                run.end(attempt: attempt)
                guard let delay = delay(after: error, failures: attempt + 1) else {
                    return handle(error, Effect(run: run, attempt: attempt + 1, output: output, getState: getState))
                }
                if delay > .zero { try? await effect.sleep(for: delay) }
                if Task.isCancelled { return }
            }
        }
    }

    /// How long to wait before the body is run once more; nil if it is not.
    @usableFromInline func delay(after error: any Error, failures: Int) -> Duration? {
        guard let retry = rule.plan.retry, failures <= retry.times, !Task.isCancelled else { return nil }
        return retry.condition?(error) ?? true ? retry.delay.duration(afterFailure: failures) : nil
    }

    @usableFromInline func handle(_ error: any Error, _ effect: Effect<Action, State>) {
        if let action = onError?(error) {
            effect.send(action)
        } else {
            report("\(rule.text) failed, and nothing catches it: \(error)")
        }
    }

    /// Runs the body once.
    @usableFromInline func perform(_ effect: Effect<Action, State>, within limit: Duration) async throws {
        let isOutOfTime = try await withThrowingTaskGroup(of: AttemptEnding.self) { [body] group in
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
                    effect.run.end(attempt: effect.attempt)
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
