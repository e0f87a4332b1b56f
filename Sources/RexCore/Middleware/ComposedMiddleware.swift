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
