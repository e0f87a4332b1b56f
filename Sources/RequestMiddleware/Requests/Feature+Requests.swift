// SPDX-License-Identifier: MIT

public import EffectMiddleware
public import RexCore

extension Feature where Dependencies: Sendable {
    /// A feature that requests the keys that the state needs.
    ///
    /// ```swift
    /// Feature.requests(staleAfter: .seconds(30), keptFor: .seconds(300), limit: 4) {
    ///     (id: Post.ID, api: API) in try await api.post(id)
    /// }
    /// .lift(case: BlogAction.prisms.posts, state: \Blog.posts)
    /// ```
    ///
    /// Times are of the store's clock. Each of the three times has one timer for all keys.
    ///
    /// - Parameters:
    ///   - staleAfter: The time after which an answer is stale, or nil if only an invalidation
    ///     makes it stale. The next ``Requests/need(_:)`` with its key requests it again.
    ///   - keptFor: The time for which unneeded entries are kept, or nil for ever.
    ///   - polling: The time after which a needed key is requested again, counted from its last
    ///     answer or failure, or from the start of the need. Nil for never.
    ///   - limit: The most parallel runs, 1 or more. Others wait in the order of their start. Nil
    ///     for no limit.
    ///   - policy: The delay of a run, its retries, and its time limit.
    ///   - tags: Returns the tags of an answer, for ``Requests/invalidate(tag:)``.
    ///   - name: The name of its runs in recordings; by default, the line of this call names them.
    ///   - file: The file of this call, for sources and messages.
    ///   - function: The function of this call.
    ///   - line: The line of this call.
    ///   - load: Returns the output of a key, in a task of the store.
    /// - Precondition: The limit is 1 or more, polling is more than 0, and no duration is negative.
    @inlinable public static func requests<Key, Output>(
        staleAfter: Duration? = nil,
        keptFor: Duration? = nil,
        polling: Duration? = nil,
        limit: Int? = nil,
        policy: RequestPolicy = .immediate,
        tags: (@Sendable (Key, Output) -> Set<RequestTag>)? = nil,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        load: @escaping @Sendable (Key, Dependencies) async throws -> Output
    ) -> Feature where ActionType == RequestsAction<Key, Output>, StateType == Requests<Key, Output> {
        // Inlinable, so that the comparison after each action is specialized.
        let here = ActionSource(file: file, function: function, line: line, info: nil)
        let times = requestsTimes(staleAfter: staleAfter, keptFor: keptFor, polling: polling)
        return requests(after: times, polling: nil, limit, policy, tags, named: name, at: here, load)
    }

    /// A feature that polls each key as its last answer or failure says.
    ///
    /// ```swift
    /// Feature.requests(
    ///     polling: { id, job in job.output?.isFinished == true ? nil : .seconds(job.failure == nil ? 2 : 30) }
    /// ) { (id: Job.ID, api: API) in try await api.job(id) }
    /// ```
    ///
    /// - Parameters:
    ///   - polling: Returns the time after which a needed key is requested again, or nil for never.
    ///     It is called in a task after each answer and failure, and when a key is needed whose
    ///     answer is fresh. Zero or less requests the key at once.
    /// - Precondition: The limit is 1 or more, and no other duration is negative.
    /// - Complexity: Each polled key has a timer of its own. For the other costs and parameters, see
    ///   ``requests(staleAfter:keptFor:polling:limit:policy:tags:named:file:function:line:load:)``.
    @inlinable public static func requests<Key, Output>(
        staleAfter: Duration? = nil,
        keptFor: Duration? = nil,
        polling: @escaping @Sendable (Key, Request<Key, Output>) -> Duration?,
        limit: Int? = nil,
        policy: RequestPolicy = .immediate,
        tags: (@Sendable (Key, Output) -> Set<RequestTag>)? = nil,
        named name: String? = nil,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line,
        load: @escaping @Sendable (Key, Dependencies) async throws -> Output
    ) -> Feature where ActionType == RequestsAction<Key, Output>, StateType == Requests<Key, Output> {
        let here = ActionSource(file: file, function: function, line: line, info: nil)
        let times = requestsTimes(staleAfter: staleAfter, keptFor: keptFor, polling: nil)
        return requests(after: times, polling: polling, limit, policy, tags, named: name, at: here, load)
    }

    @inlinable static func requests<Key, Output>(
        after times: [RequestsAge: Duration],
        polling: (@Sendable (Key, Request<Key, Output>) -> Duration?)?,
        _ limit: Int?,
        _ policy: RequestPolicy,
        _ tags: (@Sendable (Key, Output) -> Set<RequestTag>)?,
        named name: String?,
        at place: ActionSource,
        _ load: @escaping @Sendable (Key, Dependencies) async throws -> Output
    ) -> Feature where ActionType == RequestsAction<Key, Output>, StateType == Requests<Key, Output> {
        let mode = limit.map { EffectPolicy<RequestRun<Key>>.each(limit: $0) } ?? .each
        return Feature(Reducer.requests(tags: tags))
            <> Feature { dependencies in
                var effects = EffectMiddleware<ActionType, ActionType, StateType>()
                    .forEach(
                        changes: ifChanged { runsReader { $0.run(of: $1) } },
                        mode.with(optionsOf: policy.effect),
                        named: name,
                        at: place
                    ) { run, effect in
                        // A restored state may contain another attempt than the first.
                        if effect.attempt != effect.state[run.input].attempt {
                            effect.send(.attempted(run.input, effect.attempt))
                        }
                        effect.send(.answered(run.input, try await load(run.input, dependencies)))
                    } catch: { error, run in
                        .failed(run.input, RequestFailure(error))
                    }
                if !times.isEmpty {
                    effects = effects.forEach(changes: ifChanged { timersReader(of: times) }, at: place) {
                        try await age($0, after: times, in: $1)
                    }
                }
                if let polling {
                    effects = effects.forEach(changes: ifChanged { runsReader { $0.rest(of: $1) } }, at: place) {
                        waiting,
                        effect in
                        guard let span = polling(waiting.key, effect.state[waiting.key]) else { return }
                        try await effect.sleep(for: max(.zero, span))
                        effect.send(.poll(waiting.key))
                    }
                }
                return effects.asRequest(wordsOfRequests(times, isPolledByFunction: polling != nil))
            }
    }
}

/// Sends `aged` each time that keys are due.
@inlinable func age<Key, Output>(
    _ timer: AgingTimer,
    after times: [RequestsAge: Duration],
    in effect: Effect<RequestsAction<Key, Output>, RequestsAction<Key, Output>, Requests<Key, Output>>
) async throws {
    guard let span = times[timer.age] else { return }
    let elapsed = timer.begin(by: effect.clock)
    for await _ in timer.signals {
        while let first = timer.first {
            try await effect.sleep(for: max(.zero, first + span - elapsed()))
            if let number = timer.removeMarks(upTo: elapsed() - span) {
                effect.send(.aged(timer.age, upTo: number))
            }
        }
    }
}

/// Returns the times after which the keys of a cache are requested again or removed.
@usableFromInline func requestsTimes(
    staleAfter: Duration?,
    keptFor: Duration?,
    polling: Duration?
) -> [RequestsAge: Duration] {
    for duration in [staleAfter, keptFor].compactMap(\.self) {
        precondition(
            duration >= .zero,
            "The duration \(duration) is negative. Pass zero or more for staleAfter and keptFor."
        )
    }
    precondition(
        polling.map { $0 > .zero } ?? true,
        "The polling interval \(polling ?? .zero) is not positive. Pass more than zero, or nil for no polling."
    )
    let times = [RequestsAge.fresh: staleAfter, .unneeded: keptFor, .resting: polling]
    return times.compactMapValues(\.self)
}

/// Returns what a map shows of a cache after its policy.
@usableFromInline func wordsOfRequests(_ times: [RequestsAge: Duration], isPolledByFunction: Bool) -> [String] {
    [
        times[.fresh].map { "stale after \($0)" }, times[.unneeded].map { "kept for \($0)" },
        times[.resting].map { "polled after \($0)" }, isPolledByFunction ? "polled by a function" : nil,
    ]
    .compactMap(\.self)
}

extension Reducer {
    /// Returns the reducer of a cache.
    @inlinable static func requests<Key, Output>(
        tags: (@Sendable (Key, Output) -> Set<RequestTag>)?
    ) -> Reducer where ActionType == RequestsAction<Key, Output>, StateType == Requests<Key, Output> {
        .reduce { action, requests in
            switch action {
            case .need(let keys): requests.need(keys)
            case .invalidate(let keys): requests.invalidate(keys)
            case .invalidateTag(let tag): requests.invalidate(tag: tag)
            case .retry(let key): requests.retry(key)
            case .answered(let key, let output): requests.answer(key, output, tags: tags?(key, output) ?? [])
            case .failed(let key, let failure): requests.fail(key, failure)
            case .attempted(let key, let attempt): requests.noteAttempt(key, attempt)
            case .aged(let age, let number): requests.age(age, upTo: number)
            case .poll(let key): requests.poll(key)
            }
        }
    }
}
