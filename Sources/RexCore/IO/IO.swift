// SPDX-License-Identifier: MIT

/// What a middleware wants to do once the reducer has run: side effects, and actions to send.
///
/// The store runs it, after the observers were told of the new state. The output may be kept and used later, from
/// any thread.
///
/// ```swift
/// func handle(action: Order, from source: ActionSource, state: @escaping GetState<Int>) -> IO<Order> {
///     guard case .place = action else { return .pure() }
///     return IO { output in output.dispatch(.confirmed, from: source) }
/// }
/// ```
///
/// An `IO` that does nothing costs nothing: it holds no closure, and joining it with another gives that other.
public struct IO<OutputActionType> {
    @usableFromInline typealias Step = (AnyActionHandler<OutputActionType>) -> Void

    @usableFromInline let first: Step?
    /// The steps behind the first, if there are more.
    @usableFromInline let rest: [Step]?

    @inlinable init(first: Step?, rest: [Step]?) {
        self.first = first
        self.rest = rest
    }

    /// Makes an `IO` that calls `run` with the output of the middleware, each time it is run.
    @inlinable public init(_ run: @escaping (AnyActionHandler<OutputActionType>) -> Void) {
        self.init(first: run, rest: nil)
    }

    /// An `IO` that does nothing.
    @inlinable public static func pure() -> IO {
        IO(first: nil, rest: nil)
    }

    /// Whether there is nothing to run.
    @inlinable package var isPure: Bool { first == nil }

    /// Runs it now, on this thread; its actions go to `output`.
    @inlinable public func run(_ output: AnyActionHandler<OutputActionType>) {
        first?(output)
        if let rest { for step in rest { step(output) } }
    }

    /// Runs it now, on this thread; each of its actions is given to `output`.
    public func run(_ output: @escaping @Sendable (DispatchedAction<OutputActionType>) -> Void) {
        run(AnyActionHandler(output))
    }

    /// The same work with other actions; their sources stay.
    ///
    /// `transform` runs for each action, when it is sent and on the thread that sends it.
    @inlinable public func map<NewAction>(_ transform: @escaping @Sendable (OutputActionType) -> NewAction) -> IO<
        NewAction
    > {
        if isPure { return .pure() }
        return IO<NewAction> { output in run(output.contramap(transform)) }
    }

    /// The same work, where each action is replaced by an `IO` that runs as soon as the action is sent.
    ///
    /// `transform` and what it gives run on the thread that sends the action.
    @inlinable public func flatMap<NewAction>(
        _ transform: @escaping @Sendable (DispatchedAction<OutputActionType>) -> IO<NewAction>
    ) -> IO<NewAction> {
        if isPure { return .pure() }
        return IO<NewAction> { output in run { transform($0).run(output) } }
    }
}

@available(*, unavailable)
extension IO: Sendable {}

extension IO: Monoid, Composable {
    /// `IO`s compose into an `IO`.
    public typealias Composition = IO

    /// The same as ``pure()``.
    @inlinable public static var identity: IO { .pure() }

    /// Runs `lhs`, then `rhs`, with the same output.
    ///
    /// - Complexity: O(*n*) in the steps of a joined `IO` that is still shared.
    @inlinable public static func append(_ lhs: IO, _ rhs: IO) -> IO {
        guard let second = rhs.first else { return lhs }
        guard lhs.first != nil else { return rhs }
        return IO(first: lhs.first, rest: (lhs.rest ?? []) + [second] + (rhs.rest ?? []))
    }

    /// Runs `next` behind what is there.
    @inlinable package mutating func append(_ next: IO) {
        if isPure { self = next } else if !next.isPure { self = .append(self, next) }
    }
}
