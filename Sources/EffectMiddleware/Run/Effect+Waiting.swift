// SPDX-License-Identifier: MIT

public import RexCore

extension Effect {
    /// Waits for the next action that the rule could see and that matches, and is processed after
    /// this call.
    ///
    /// ```swift
    /// let token = try await effect.first(\.refreshed)
    /// ```
    ///
    /// It returns after the action was reduced, so ``state`` is the result of that, or a later one.
    /// Actions that the run sends after that have the action as their cause. In a rule that was
    /// lifted, these are the actions of the lift; into a collection, those for the same element.
    ///
    /// - Parameter match: A key path literal or a function, called where the store processes, for
    ///   each action until one matches; nil for one that does not.
    /// - Throws: `CancellationError` once the run is cancelled or over, at the end of the store,
    ///   and when the task that waits is cancelled.
    public func first<Value: Sendable>(_ match: @escaping @Sendable (Input) -> Value?) async throws -> Value {
        try await wait { waiter in
            observe(match, until: { waiter.isOver }) { waiter.end(with: ($0, $1)) }
        } then: { _ in
        }
    }

    /// Sends an action and waits for the next one that matches, which cannot be missed in between.
    ///
    /// The wait begins first, so the action itself counts if it matches. For the rest see
    /// `first(_:)`.
    public func send<Value: Sendable>(
        _ action: Output,
        thenFirst match: @escaping @Sendable (Input) -> Value?
    ) async throws -> Value {
        try await wait { waiter in
            observe(match, until: { waiter.isOver }) { waiter.end(with: ($0, $1)) }
        } then: { _ in
            send(action)
        }
    }

    /// Waits until something is found in the state, which is looked at now and after each
    /// reduction.
    ///
    /// ```swift
    /// let session = try await effect.until(\.session)
    /// ```
    ///
    /// - Parameter find: A key path literal or a function, called here, and where the store
    ///   processes, after each reduction, until it finds something.
    /// - Throws: The errors of `first(_:)`.
    public func until<Value: Sendable>(_ find: @escaping @Sendable (State) -> Value?) async throws -> Value {
        let getState = run.context.getState
        return try await wait { waiter in
            run.context.engine.reductions.observe { source in
                if !waiter.isOver, let value = find(getState()) { waiter.end(with: (value, source)) }
            }
        } then: { waiter in
            if let value = find(getState()) { waiter.end(with: (value, nil)) }
        }
    }

    /// Each action that matches and is processed after this call, in order.
    ///
    /// ```swift
    /// for await message in effect.actions(\.received) { … }
    /// ```
    ///
    /// Actions that come while the reader is busy wait for it, however many there are. The sequence
    /// is for one reader, and ends when the run is cancelled or over; see `first(_:)`.
    public func actions<Value: Sendable>(
        _ match: @escaping @Sendable (Input) -> Value?
    ) -> EffectValues<Value> {
        values(buffering: .unbounded) { continuation in
            observe(match, until: { false }) { continuation.yield(($0, $1)) }
        }
    }

    /// Each different value of a part of the state, from the one of this call; the newest if the
    /// reader is slow.
    ///
    /// The sequence is for one reader, and ends when the run is cancelled or over.
    @inlinable public func states<Value: Equatable & Sendable>(
        _ part: @escaping @Sendable (State) -> Value
    ) -> EffectValues<Value> {
        let watch = EffectStateWatch(run.context.getState, part)
        return values(buffering: .bufferingNewest(1)) { continuation in
            continuation.yield((watch.first, nil))
            let stop = run.context.engine.reductions.observe { source in
                if let new = watch.change() { continuation.yield((new, source)) }
            }
            watch.changeBeforeReductions { continuation.yield(($0, nil)) }
            return stop
        }
    }

    // MARK: Where true matches

    /// Waits for the next action for which `isOn` is true; see `first(_:)`.
    public func first(_ isOn: @escaping @Sendable (Input) -> Bool) async throws {
        try await first { isOn($0) ? () : nil }
    }

    /// Sends an action and waits for the next one for which `isOn` is true; see
    /// `send(_:thenFirst:)`.
    public func send(_ action: Output, thenFirst isOn: @escaping @Sendable (Input) -> Bool) async throws {
        try await send(action, thenFirst: { isOn($0) ? () : nil })
    }

    /// Waits until a part of the state is true; see `until(_:)`.
    public func until(_ isOn: @escaping @Sendable (State) -> Bool) async throws {
        try await until { isOn($0) ? () : nil }
    }

    /// Each action for which `isOn` is true; see `actions(_:)`.
    public func actions(_ isOn: @escaping @Sendable (Input) -> Bool) -> EffectValues<Void> {
        actions { isOn($0) ? () : nil }
    }

    // MARK: -

    private func observe<Value: Sendable>(
        _ match: @escaping @Sendable (Input) -> Value?,
        until isOver: @escaping @Sendable () -> Bool,
        _ found: @escaping @Sendable (Value, ActionSource) -> Void
    ) -> @Sendable () -> Void {
        run.context.inputs.observe(for: run.context.engine) { action in
            guard !isOver(), let value = match(action) else { return nil }
            return { source in found(value, source) }
        }
    }

    /// Waits for the value that `observe` passes to the waiter; `then` is called once that has
    /// begun.
    private func wait<Value: Sendable>(
        _ observe: (EffectWaiter<Value>) -> @Sendable () -> Void,
        then: (EffectWaiter<Value>) -> Void
    ) async throws -> Value {
        let waiter = EffectWaiter<Value>()
        let stop = observe(waiter)
        defer { stop() }
        let number = run.context.engine.addWait(to: run) { waiter.end(with: nil) }
        defer { run.context.engine.waits.remove(number, of: run) }
        // Read after the wait was added: either this sees that the run is over, or whoever ends it
        // sees the wait.
        if isCancelled { throw CancellationError() }
        then(waiter)
        guard let (value, source) = await waiter.found(), !isCancelled else { throw CancellationError() }
        if let source { run.setCause(source) }
        return value
    }

    @usableFromInline func values<Value: Sendable>(
        buffering policy: AsyncStream<(Value, ActionSource?)>.Continuation.BufferingPolicy,
        _ observe: (AsyncStream<(Value, ActionSource?)>.Continuation) -> @Sendable () -> Void
    ) -> EffectValues<Value> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: (Value, ActionSource?).self,
            bufferingPolicy: policy
        )
        let stop = observe(continuation)
        let number = run.context.engine.addWait(to: run) { continuation.finish() }
        continuation.onTermination = { [run] _ in
            stop()
            run.context.engine.waits.remove(number, of: run)
        }
        // Read after the wait was added, as in `wait`.
        if isCancelled { continuation.finish() }
        return EffectValues(values: stream) { [self] source in
            if let source { run.setCause(source) }
            return !isCancelled
        }
    }
}
