// SPDX-License-Identifier: MIT

/// The work that a middleware wants done once the reducer has run: side effects, and actions to
/// send.
///
/// The store runs it where it processes the action, after the observers were notified of the new
/// state. The output may be kept and used later, from any thread.
///
/// ```swift
/// func handle(action: Order, from source: ActionSource, state: @escaping GetState<Int>) -> IO<Order> {
///     guard case .place = action else { return .pure() }
///     return IO { output in output.dispatch(.confirmed, from: source) }
/// }
/// ```
///
/// An `IO` that does nothing costs nothing: it holds no closure, and joining it with another gives
/// that other.
public struct IO<OutputActionType> {
    @usableFromInline typealias Step = (AnyActionHandler<OutputActionType>) -> Void

    @usableFromInline enum Steps {
        case none
        /// One action to send.
        case answer(any Answer<OutputActionType>)
        /// One action to send, if it is admitted.
        case filteredAnswer(any Answer<OutputActionType>, @Sendable () -> Bool)
        case one(Step)
        /// One step, whose output is filtered.
        case filtered(Step, @Sendable () -> Bool)
        case many([Step])
    }

    @usableFromInline var steps: Steps

    @_transparent @usableFromInline init(steps: Steps) {
        self.steps = steps
    }

    /// Makes an `IO` that calls `run` with the output of the middleware, each time it is run.
    @inlinable public init(_ run: @escaping (AnyActionHandler<OutputActionType>) -> Void) {
        steps = .one(run)
    }

    /// Makes an `IO` that sends one action.
    ///
    /// ```swift
    /// return .send(.confirmed, from: source)
    /// ```
    @inlinable public static func send(_ action: OutputActionType, from source: ActionSource) -> IO {
        IO { output in output.dispatch(action, from: source) }
    }

    /// Makes an `IO` that sends one action, whose source has one step more.
    ///
    /// This is the least expensive way to answer: the store puts the action into its queue in the
    /// same step in which it calls the reducer.
    ///
    /// - Complexity: One allocation, for the action and the step together.
    @inlinable public static func send(
        _ action: OutputActionType,
        from source: ActionSource,
        derivedBy derivation: some ActionDerivation
    ) -> IO where OutputActionType: Sendable {
        IO(steps: .answer(DerivedAnswer(action, from: source, derivedBy: derivation)))
    }

    /// Makes an `IO` that does nothing.
    @inlinable public static func pure() -> IO {
        IO(steps: .none)
    }

    /// True if there is nothing to run.
    @inlinable public var isPure: Bool {
        if case .none = steps { true } else { false }
    }

    /// True if there is one action to send at most, which is known already.
    @inlinable var isAnswer: Bool {
        switch steps {
        case .none, .answer: true
        case .filteredAnswer, .one, .filtered, .many: false
        }
    }

    /// The action to send, if that is all there is.
    @inlinable consuming func takeAnswer() -> (any Answer<OutputActionType>)? {
        switch (consume self).steps {
        case .answer(let answer): answer
        default: nil
        }
    }

    /// Runs it now, on this thread; its actions go to `output`.
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

    /// Returns an `IO` with the same work that sends only what is admitted at the moment of
    /// sending.
    ///
    /// - Parameter isAdmitted: called for each action, on the thread that sends it; false drops the
    ///   action.
    @inlinable public consuming func filter(_ isAdmitted: @escaping @Sendable () -> Bool) -> IO {
        switch (consume self).steps {
        case .none: .pure()
        case .answer(let answer): IO(steps: .filteredAnswer(answer, isAdmitted))
        case .one(let step): IO(steps: .filtered(step, isAdmitted))
        case let steps: IO(steps: .filtered({ IO(steps: steps).run($0) }, isAdmitted))
        }
    }

    /// Runs it now, on this thread; each of its actions is passed to `output`.
    public func run(_ output: @escaping @Sendable (DispatchedAction<OutputActionType>) -> Void) {
        run(AnyActionHandler(output))
    }

    /// Turns each action that is sent into another one; the sources stay.
    ///
    /// `transform` runs when the action is sent, on the thread that sends it.
    @inlinable public func map<NewAction>(_ transform: @escaping @Sendable (OutputActionType) -> NewAction) -> IO<
        NewAction
    > {
        .mapping(self, by: transform)
    }

    /// Maps without the type of the other `IO` at hand, which a method would look up where code is
    /// not specialised.
    @inlinable static func mapping<Old>(
        _ io: IO<Old>,
        by transform: @escaping @Sendable (Old) -> OutputActionType
    ) -> IO {
        if case .none = io.steps { return .pure() }
        return IO { output in io.run(output.contramap(transform)) }
    }

    /// Turns each action that is sent into an `IO`, which runs at once.
    ///
    /// `transform` and the `IO` that it returns run when the action is sent, on the thread that
    /// sends it.
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
    /// `IO`s compose into an `IO`.
    public typealias Composition = IO

    /// The `IO` that does nothing, as ``pure()`` makes it.
    @inlinable public static var identity: IO { .pure() }

    /// Joins two `IO`s: `lhs` runs first, then `rhs`, with the same output.
    ///
    /// - Complexity: O(*n*) in the `IO`s that are joined in both; O(1) if one of the two does
    ///   nothing.
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

    /// Adds work that runs behind what is there.
    ///
    /// - Complexity: amortised O(1) in what is there.
    @inlinable public mutating func append(_ next: consuming IO) { Self.add(next, to: &self) }

    /// Does what `append` does, without the type of an `IO` at hand, which is looked up where code
    /// is not specialised.
    @inlinable static func add(_ next: consuming IO, to io: inout IO) {
        if case .none = next.steps { return }
        if case .none = io.steps { io = next } else { io.join(next) }
    }

    /// Apart, so that a loop in which most have nothing to do stays small.
    @inlinable @inline(never) mutating func join(_ next: IO) {
        var list = list
        // With a second reference to it, the list would be copied each time.
        steps = .none
        if case .one(let step) = next.steps { list.append(step) } else { list += next.list }
        steps = .many(list)
    }
}

@available(*, unavailable)
extension IO.Steps: Sendable {}
