// SPDX-License-Identifier: MIT

/// The work of a middleware after the reducer: side effects, and actions to send.
///
/// The store runs it where it processes the action, after notifying the observers of the new state.
/// The output may be stored and used later on any thread.
///
/// ```swift
/// func handle(action: Order, from source: ActionSource, state: @escaping GetState<Int>) -> IO<Order> {
///     guard case .place = action else { return .pure() }
///     return IO { output in output.dispatch(.confirmed, from: source) }
/// }
/// ```
///
/// An empty `IO` costs nothing: it holds no closure, and joining it with another one returns the
/// other.
public struct IO<OutputActionType> {
    @usableFromInline typealias Step = (AnyActionHandler<OutputActionType>) -> Void

    @usableFromInline enum Steps {
        case none
        /// Sends one action.
        case answer(any Answer<OutputActionType>)
        /// Sends one action if the filter admits it.
        case filteredAnswer(any Answer<OutputActionType>, @Sendable () -> Bool)
        case one(Step)
        /// Runs one step with a filtered output.
        case filtered(Step, @Sendable () -> Bool)
        case many([Step])
    }

    @usableFromInline var steps: Steps

    @inlinable init(steps: Steps) {
        self.steps = steps
    }

    /// Creates an `IO` that calls `run` with the output of the middleware, each time it is run.
    @inlinable public init(_ run: @escaping (AnyActionHandler<OutputActionType>) -> Void) {
        steps = .one(run)
    }

    /// Creates an `IO` that sends one action.
    ///
    /// ```swift
    /// return .send(.confirmed, from: source)
    /// ```
    @inlinable public static func send(_ action: OutputActionType, from source: ActionSource) -> IO {
        IO { output in output.dispatch(action, from: source) }
    }

    /// Creates an `IO` that sends one action, whose source has an additional step.
    ///
    /// This is the fastest way to answer: the store queues the action under the same lock as the
    /// reduction.
    ///
    /// - Complexity: One allocation, for the action and the step together.
    @inlinable public static func send(
        _ action: OutputActionType,
        from source: ActionSource,
        derivedBy derivation: some ActionDerivation
    ) -> IO where OutputActionType: Sendable {
        guard !source.hasSender else { return sendUnprocessed(action, from: source, derivedBy: derivation) }
        return IO(steps: .answer(DerivedAnswer(action, from: source, derivedBy: derivation)))
    }

    /// Answers an action that is not being processed, and so still has its sender.
    ///
    /// A function of its own, so that `send` is inlined.
    @usableFromInline @inline(never) static func sendUnprocessed(
        _ action: OutputActionType,
        from source: ActionSource,
        derivedBy derivation: some ActionDerivation
    ) -> IO where OutputActionType: Sendable {
        .send(action, from: source.derived(by: derivation))
    }

    /// Creates an `IO` that does nothing.
    @inlinable public static func pure() -> IO {
        IO(steps: .none)
    }

    /// Whether it does nothing.
    @inlinable public var isPure: Bool {
        if case .none = steps { true } else { false }
    }

    /// Whether it does nothing besides sending at most one known action.
    @inlinable var isAnswer: Bool {
        switch steps {
        case .none, .answer: true
        case .filteredAnswer, .one, .filtered, .many: false
        }
    }

    /// Returns the action that it sends, if that is its only work.
    @inlinable consuming func takeAnswer() -> (any Answer<OutputActionType>)? {
        switch (consume self).steps {
        case .answer(let answer): answer
        default: nil
        }
    }

    /// Runs the work now, on this thread, and sends its actions to `output`.
    @inlinable public consuming func run(_ output: AnyActionHandler<OutputActionType>) {
        switch (consume self).steps {
        case .none: break
        case .answer(let answer): output.dispatch(DispatchedAction(answer))
        case .filteredAnswer(let answer, let isAdmitted):
            if isAdmitted() { output.dispatch(DispatchedAction(answer)) }
        case .one(let step): step(output)
        case .filtered(let step, let isAdmitted): step(output.filter(isAdmitted))
        case .many(let steps): for step in steps { step(output) }
        }
    }

    /// Returns an `IO` with the same work that sends only the actions that `isAdmitted` allows.
    ///
    /// - Parameter isAdmitted: Called for each action, on the thread that sends it. Returns false
    ///   to drop the action.
    @inlinable public consuming func filter(_ isAdmitted: @escaping @Sendable () -> Bool) -> IO {
        switch (consume self).steps {
        case .none: .pure()
        case .answer(let answer): IO(steps: .filteredAnswer(answer, isAdmitted))
        case .one(let step): IO(steps: .filtered(step, isAdmitted))
        case let steps: IO(steps: .filtered({ IO(steps: steps).run($0) }, isAdmitted))
        }
    }

    /// Runs the work now, on this thread, and passes its actions to `output`.
    public func run(_ output: @escaping @Sendable (DispatchedAction<OutputActionType>) -> Void) {
        run(AnyActionHandler(output))
    }

    /// Returns an `IO` that transforms each sent action.
    ///
    /// Sources are kept. `transform` runs when an action is sent, on the sending thread.
    @inlinable public func map<NewAction>(_ transform: @escaping @Sendable (OutputActionType) -> NewAction) -> IO<
        NewAction
    > {
        if isPure { return .pure() }
        return IO<NewAction> { output in run(output.contramap(transform)) }
    }

    /// Returns an `IO` that turns each sent action into another `IO` and runs it at once.
    ///
    /// `transform` and the returned `IO` run when an action is sent, on the sending thread.
    @inlinable public func flatMap<NewAction>(
        _ transform: @escaping @Sendable (DispatchedAction<OutputActionType>) -> IO<NewAction>
    ) -> IO<NewAction> {
        if isPure { return .pure() }
        return IO<NewAction> { output in run(output.replacing { transform($0).run(output) }) }
    }
}

@available(*, unavailable)
extension IO: Sendable {}

extension IO: Monoid, Composable {
    /// The composition of `IO`s is an `IO`.
    public typealias Composition = IO

    /// The `IO` that does nothing, like ``pure()``.
    @inlinable public static var identity: IO { .pure() }

    /// Joins two `IO`s: `lhs` runs first, then `rhs`, with the same output.
    ///
    /// - Complexity: O(*n*) in the number of joined `IO`s, or O(1) if one of both does nothing. In a
    ///   loop, ``append(_:)`` is faster.
    @inlinable public static func append(_ lhs: IO, _ rhs: IO) -> IO {
        var io = lhs
        io.append(rhs)
        return io
    }

    @inlinable var list: [Step] {
        switch steps {
        case .none: []
        case .one(let step): [step]
        case .answer, .filteredAnswer, .filtered: [run]
        case .many(let steps): steps
        }
    }

    /// Appends work, which runs after the existing work.
    ///
    /// - Complexity: Amortised O(1) in the existing work.
    @inlinable public mutating func append(_ next: consuming IO) {
        if case .none = next.steps { return }
        if case .none = steps { self = next } else { join(next) }
    }

    /// A function of its own, to keep loops over mostly empty `IO`s small.
    @inlinable @inline(never) mutating func join(_ next: IO) {
        var list = list
        // Drop the second reference to the list, so that it is not copied.
        steps = .none
        if case .one(let step) = next.steps { list.append(step) } else { list += next.list }
        steps = .many(list)
    }
}

@available(*, unavailable)
extension IO.Steps: Sendable {}
