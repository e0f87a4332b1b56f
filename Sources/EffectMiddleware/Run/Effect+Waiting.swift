// SPDX-License-Identifier: MIT

public import RexCore

extension Effect {
    /// Waits for the next matching action of the rule that is processed after this call.
    ///
    /// ```swift
    /// let token = try await effect.first(\.refreshed)
    /// ```
    ///
    /// It returns after the action was reduced, so ``state`` includes the effect of that action.
    /// Actions that the run sends afterwards have the action as their cause. In a lifted rule, only
    /// the actions of the lift are checked; in a collection, only actions for the same element.
    ///
    /// - Parameter match: Returns a value, or nil for an action that doesn't match. A key path
    ///   literal or a function. It is called on the processing thread, for each action until one
    ///   matches.
    /// - Throws: `CancellationError` when the run is cancelled or has ended, at the end of the
    ///   store, and when the waiting task is cancelled.
    public func first<Value: Sendable>(_ match: @escaping @Sendable (Input) -> Value?) async throws -> Value {
        try await wait { waiter in
            observe(match, until: { waiter.isOver }) { waiter.end(with: ($0, $1)) }
        } then: { _ in
        }
    }

    /// Sends an action and waits for the next matching action, which can't be missed in between.
    ///
    /// The wait starts first, so the sent action itself counts if it matches. Otherwise, see
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

    /// Waits until `find` returns a value for the state.
    ///
    /// The state is checked now and after each reduction.
    ///
    /// ```swift
    /// let session = try await effect.until(\.session)
    /// ```
    ///
    /// - Parameter find: Returns a value, or nil to continue waiting. A key path literal or a
    ///   function. It is called here, and on the processing thread after each reduction.
    /// - Throws: The errors of `first(_:)`.
    public func until<Value: Sendable>(_ find: @escaping @Sendable (State) -> Value?) async throws -> Value {
        let getState = run.getState
        return try await wait { waiter in
            run.engine.reductions.observe { source in
                if !waiter.isOver, let value = find(getState()) { waiter.end(with: (value, source)) }
            }
        } then: { waiter in
            if let value = find(getState()) { waiter.end(with: (value, nil)) }
        }
    }

    /// Returns each matching action that is processed after this call, in order.
    ///
    /// ```swift
    /// for await message in effect.actions(\.received) { print(message) }
    /// ```
    ///
    /// Actions that arrive while the reader is busy are buffered without limit. The sequence is for
    /// one reader. It ends when the run is cancelled or has ended. See `first(_:)`.
    public func actions<Value: Sendable>(
        _ match: @escaping @Sendable (Input) -> Value?
    ) -> EffectValues<Value> {
        values(buffering: .unbounded) { continuation in
            observe(match, until: { false }) { continuation.yield(($0, $1)) }
        }
    }

    /// Returns each distinct value of a part of the state, starting with the current one.
    ///
    /// A slow reader gets only the latest value.
    ///
    /// The sequence is for one reader. It ends when the run is cancelled or has ended.
    @inlinable public func states<Value: Equatable & Sendable>(
        _ part: @escaping @Sendable (State) -> Value
    ) -> EffectValues<Value> {
        let watch = EffectStateWatch(run.getState, part)
        return values(buffering: .bufferingNewest(1)) { continuation in
            continuation.yield((watch.first, nil))
            let stop = run.engine.reductions.observe { source in
                if let new = watch.change() { continuation.yield((new, source)) }
            }
            watch.changeBeforeReductions { continuation.yield(($0, nil)) }
            return stop
        }
    }

    // MARK: Boolean conditions

    /// Waits for the next action for which `isOn` returns true.
    ///
    /// See `first(_:)`.
    public func first(_ isOn: @escaping @Sendable (Input) -> Bool) async throws {
        try await first { isOn($0) ? () : nil }
    }

    /// Sends an action and waits for the next one for which `isOn` returns true.
    ///
    /// See `send(_:thenFirst:)`.
    public func send(_ action: Output, thenFirst isOn: @escaping @Sendable (Input) -> Bool) async throws {
        try await send(action, thenFirst: { isOn($0) ? () : nil })
    }

    /// Waits until a Boolean of the state is true.
    ///
    /// See `until(_:)`.
    public func until(_ isOn: @escaping @Sendable (State) -> Bool) async throws {
        try await until { isOn($0) ? () : nil }
    }

    /// Returns each action for which `isOn` returns true.
    ///
    /// See `actions(_:)`.
    public func actions(_ isOn: @escaping @Sendable (Input) -> Bool) -> EffectValues<Void> {
        actions { isOn($0) ? () : nil }
    }

    // MARK: -

    private func observe<Value: Sendable>(
        _ match: @escaping @Sendable (Input) -> Value?,
        until isOver: @escaping @Sendable () -> Bool,
        _ found: @escaping @Sendable (Value, ActionSource) -> Void
    ) -> @Sendable () -> Void {
        run.inputs.observe(run.engine) { action in
            guard !isOver(), let value = match(action) else { return nil }
            return { source in found(value, source) }
        }
    }

    /// Waits for the value that `observe` passes to the waiter.
    ///
    /// Calls `then` once the observation has started.
    private func wait<Value: Sendable>(
        _ observe: (EffectWaiter<Value>) -> @Sendable () -> Void,
        then: (EffectWaiter<Value>) -> Void
    ) async throws -> Value {
        let waiter = EffectWaiter<Value>()
        let stop = observe(waiter)
        defer { stop() }
        let number = run.engine.addWait(to: run) { waiter.end(with: nil) }
        defer { run.engine.waits.remove(number, of: run.number) }
        // Checked after the wait was added: either this call sees that the run has ended, or the
        // code that ends the run sees the wait.
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
        let number = run.engine.addWait(to: run) { continuation.finish() }
        continuation.onTermination = { [run] _ in
            stop()
            run.engine.waits.remove(number, of: run.number)
        }
        // Checked after the wait was added, as in `wait`.
        if isCancelled { continuation.finish() }
        return EffectValues(values: stream) { [self] source in
            if let source { run.setCause(source) }
            return !isCancelled
        }
    }
}
