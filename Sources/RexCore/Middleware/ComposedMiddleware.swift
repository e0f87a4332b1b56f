// SPDX-License-Identifier: MIT

/// A flat list of middlewares that act as one.
///
/// For each action the members' `handle` is called in their order, and the `IO` that each gave runs
/// in the same order.
///
/// ```swift
/// let app = network <> clock <> logger
/// ```
///
/// Members that are compositions themselves are spliced in, erased or not; an
/// ``IdentityMiddleware`` is left out. Members that ``MiddlewareProtocol/lift(case:state:)`` lifted
/// by a case path with an index are asked about the actions of their case only, so a composition of
/// many features costs as much as one of few.
public struct ComposedMiddleware<InputActionType, OutputActionType, StateType>: MiddlewareProtocol, Monoid {
    /// A composition is its own composition.
    public typealias Composition = ComposedMiddleware

    @usableFromInline let members: Members<AnyMiddleware<InputActionType, OutputActionType, StateType>.Erased>
    @usableFromInline let table: CaseTable<InputActionType>?

    /// Makes an empty composition, which does nothing.
    @inlinable public init() {
        self.init(flat: [])
    }

    /// Makes a composition of one middleware.
    @inlinable public init(_ middleware: some MiddlewareProtocol<InputActionType, OutputActionType, StateType>) {
        self = middleware.composition
    }

    /// Joins the middlewares that stand below each other in a closure, from top to bottom.
    @inlinable public init(@CompositionBuilder<ComposedMiddleware> _ middlewares: () -> ComposedMiddleware) {
        self = middlewares()
    }

    @inlinable init(flat members: [AnyMiddleware<InputActionType, OutputActionType, StateType>.Erased]) {
        self.members = Members(members)
        table = CaseTable(members.map(\.place))
    }

    @inlinable var isEmpty: Bool { members.all.isEmpty }

    /// Adds a middleware behind the members.
    ///
    /// - Complexity: O(*n*) in the members.
    @inlinable public mutating func append(
        middleware: some MiddlewareProtocol<InputActionType, OutputActionType, StateType>
    ) {
        self = .append(self, middleware.composition)
    }

    /// Lets each member handle the action, in their order.
    ///
    /// - Returns: what the members gave, to run in the same order.
    @inlinable public func handle(
        action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        var io = IO<OutputActionType>.pure()
        members.forEach(meantBy: action, in: table) { member in
            io.append(member.handle(action, dispatcher, state))
        }
        return io
    }

    /// Gives each member the same context, in their order.
    @inlinable public func receiveContext(
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<OutputActionType>
    ) {
        output.noteMembers(members.all.count)
        for member in members.all { member.receiveContext(getState, output) }
    }

    /// The composition itself.
    @inlinable public var composition: ComposedMiddleware { self }

    /// The empty composition.
    @inlinable public static var identity: ComposedMiddleware { ComposedMiddleware() }

    /// Joins two compositions: the members of `lhs` come first, then those of `rhs`.
    ///
    /// - Complexity: O(*n*) in the members of both.
    @inlinable public static func append(_ lhs: ComposedMiddleware, _ rhs: ComposedMiddleware) -> ComposedMiddleware {
        ComposedMiddleware(flat: lhs.members.all + rhs.members.all)
    }
}

@available(*, unavailable)
extension ComposedMiddleware: Sendable {}

// The forms of `MiddlewareProtocol.lift`, which here give a composed middleware.

extension ComposedMiddleware {
    /// Lifts input, output and state as for any middleware, and gives a composed middleware.
    ///
    /// See ``MiddlewareProtocol/lift(inputAction:outputAction:state:)``.
    public func lift<GlobalInput, GlobalOutput, GlobalState>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> ComposedMiddleware<GlobalInput, GlobalOutput, GlobalState> {
        LiftMiddleware(part: self, input: inputAction, output: OutputLift(outputAction), state: StateLift(state))
            .composition
    }

    /// Lifts output and state; see ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalOutput, GlobalState>(
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> ComposedMiddleware<InputActionType, GlobalOutput, GlobalState> {
        LiftMiddleware(part: self, input: { $0 }, output: OutputLift(outputAction), state: StateLift(state)).composition
    }

    /// Lifts input and state; see ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalInput, GlobalState>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> ComposedMiddleware<GlobalInput, OutputActionType, GlobalState> {
        LiftMiddleware(part: self, input: inputAction, output: OutputLift(), state: StateLift(state)).composition
    }

    /// Lifts input and output; see ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalInput, GlobalOutput>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?,
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput
    ) -> ComposedMiddleware<GlobalInput, GlobalOutput, StateType> {
        LiftMiddleware(part: self, input: inputAction, output: OutputLift(outputAction), state: StateLift()).composition
    }

    /// Lifts the input; see ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalInput>(
        inputAction: @escaping @Sendable (GlobalInput) -> InputActionType?
    ) -> ComposedMiddleware<GlobalInput, OutputActionType, StateType> {
        LiftMiddleware(part: self, input: inputAction, output: OutputLift(), state: StateLift()).composition
    }

    /// Lifts the output; see ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalOutput>(
        outputAction: @escaping @Sendable (OutputActionType) -> GlobalOutput
    ) -> ComposedMiddleware<InputActionType, GlobalOutput, StateType> {
        LiftMiddleware(part: self, input: { $0 }, output: OutputLift(outputAction), state: StateLift()).composition
    }

    /// Lifts the state; see ``lift(inputAction:outputAction:state:)``.
    public func lift<GlobalState>(
        state: @escaping @Sendable (GlobalState) -> StateType
    ) -> ComposedMiddleware<InputActionType, OutputActionType, GlobalState> {
        LiftMiddleware(part: self, input: { $0 }, output: OutputLift(), state: StateLift(state)).composition
    }
}
