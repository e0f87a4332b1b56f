// SPDX-License-Identifier: MIT

public import EffectMiddleware
public import RexCore

extension Feature where Dependencies: Sendable {
    /// A feature that asks for the keys that the state needs.
    ///
    /// ```swift
    /// Feature.requests(staleAfter: .seconds(30), keptFor: .seconds(300), limit: 4) {
    ///     (id: Post.ID, api: API) in try await api.post(id)
    /// }
    /// .lift(case: BlogAction.prisms.posts, state: \.posts)
    /// ```
    ///
    /// Times are those of the store's clock; for each of the three there is one timer for all keys.
    ///
    /// - Parameters:
    ///   - staleAfter: The time after which an answer is stale; nil if only an invalidation makes it
    ///     so. A stale one is asked for by the next ``Requests/need(_:)`` that has its key.
    ///   - keptFor: The time for which what nobody needs is kept; nil for ever.
    ///   - polling: The time after which a key that is needed is asked for again, counted from its
    ///     last answer or failure, or from when it is needed again; nil for never.
    ///   - limit: The number of runs at once, 1 or more, others wait in the order in which they
    ///     began; nil for no limit.
    ///   - policy: The time before a run starts, further attempts, a limit of time.
    ///   - tags: The tags of an answer, for ``Requests/invalidate(tag:)``.
    ///   - name: The name of its runs in recordings; by default the case that lifts it.
    ///   - file: The place where the feature is written, for sources and messages.
    ///   - function: The function in which it is written.
    ///   - line: The line on which it is written.
    ///   - load: Asks for one key, in a task of the store.
    /// - Precondition: The limit is 1 or more, polling more than 0, and no duration is negative.
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
        // Inlinable, so that what is compared for each action of a store is specialised for its types.
        for duration in [staleAfter, keptFor].compactMap(\.self) {
            precondition(
                duration >= .zero,
                "A duration of \(duration) is negative: staleAfter and keptFor are 0 or more."
            )
        }
        precondition(
            polling.map { $0 > .zero } ?? true,
            "A polling of \(polling ?? .zero) would ask without end: it is more than 0, or nil for never."
        )
        let here = ActionSource(file: file, function: function, line: line, info: nil)
        let reducer = Reducer<ActionType, StateType>.reduce { action, requests in
            switch action {
            case .need(let keys): requests.need(keys)
            case .invalidate(let keys): requests.invalidate(keys)
            case .invalidateTag(let tag): requests.invalidate(tag: tag)
            case .retry(let key): requests.retry(key)
            case .answered(let key, let output): requests.answer(key, output, tags: tags?(key, output) ?? [])
            case .failed(let key, let failure): requests.fail(key, failure)
            case .attempted(let key, let attempt): requests.noteAttempt(key, attempt)
            case .aged(let age, let number): requests.age(age, upTo: number)
            }
        }
        return Feature(reducer)
            <> Feature { dependencies in
                EffectMiddleware<ActionType, ActionType, StateType>()
                    .forEach(
                        { $0.contents[0].runs },
                        policy.adding(to: limit.map { .each(limit: $0) } ?? .each),
                        named: name,
                        file: here.file,
                        function: here.function,
                        line: here.line
                    ) { run, effect in
                        // A state that was kept may say another one than the first.
                        if effect.attempt != effect.state[run.input].attempt {
                            effect.send(.attempted(run.input, effect.attempt))
                        }
                        effect.send(.answered(run.input, try await load(run.input, dependencies)))
                    } catch: { error, run in
                        .failed(run.input, RequestFailure(error))
                    }
                    .aging(after: staleAfter, at: here) {
                        $0.contents[0].fresh.timer
                    } newest: {
                        $0.contents[0].fresh.newest
                    }
                    .aging(after: keptFor, at: here) {
                        $0.contents[0].unneeded.timer
                    } newest: {
                        $0.contents[0].unneeded.newest
                    }
                    .aging(after: polling, at: here) {
                        $0.contents[0].resting.timer
                    } newest: {
                        $0.contents[0].resting.newest
                    }
                    .namedByCase()
            }
    }
}

extension EffectMiddleware {
    /// Adds the one timer for keys that all wait for the same span.
    @inlinable func aging<Key, Output>(
        after span: Duration?,
        at place: ActionSource,
        while timer: @escaping @Sendable (StateType) -> RequestRun<RequestsAge>?,
        newest: @escaping @Sendable (StateType) -> Int?
    ) -> EffectMiddleware
    where
        InputActionType == RequestsAction<Key, Output>, OutputActionType == RequestsAction<Key, Output>,
        StateType == Requests<Key, Output>
    {
        guard let span else { return self }
        return during(timer, file: place.file, function: place.function, line: place.line) { run, effect in
            try await age(run.input, after: span, newest, in: effect)
        }
    }
}

/// Says of each key that its time is over, when it is.
@inlinable func age<Key, Output>(
    _ age: RequestsAge,
    after span: Duration,
    _ newest: @escaping @Sendable (Requests<Key, Output>) -> Int?,
    in effect: Effect<RequestsAction<Key, Output>, RequestsAction<Key, Output>, Requests<Key, Output>>
) async throws {
    let elapsed = elapsedTime(by: effect.clock)
    let marks = AgingMarks()
    let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    async let watching: Void = {
        for await case let number? in effect.states(newest) {
            marks.note(number, due: elapsed() + span)
            signal.yield()
        }
    }()
    for await _ in signals {
        while let mark = marks.first {
            try await effect.sleep(for: max(.zero, mark.due - elapsed()))
            if marks.remove(mark) { effect.send(.aged(age, upTo: mark.number)) }
        }
    }
    await watching
}

/// Returns a function for the time since this call.
@usableFromInline func elapsedTime(by clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}
