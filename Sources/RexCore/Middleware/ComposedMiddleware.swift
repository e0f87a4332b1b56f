// SPDX-License-Identifier: MIT

/// A flat list of middlewares that acts as one middleware.
///
/// For each action, the `handle` methods of the members run in order. Their `IO`s run in the same
/// order.
///
/// ```swift
/// let app = network <> clock <> logger
/// ```
///
/// It is also the type-erased middleware, under the name ``AnyMiddleware``: a composition of one.
/// It can be created from closures, without a type of its own:
///
/// ```swift
/// let beeper = AnyMiddleware<Alarm, Alarm, Int> { action, source, state in
///     IO { output in if state() > 3 { output.dispatch(.tooMany, from: source) } }
/// }
/// ```
///
/// The members of a nested composition become members of this one, and an ``IdentityMiddleware`` is
/// left out. Members that ``MiddlewareProtocol/lift(case:state:)`` lifted by a case path with an
/// index are called only for actions of their case, so a composition of many features costs as much
/// as one of few.
public struct ComposedMiddleware<InputActionType, OutputActionType, StateType>: MiddlewareProtocol, Monoid {
    /// A composition is its own composition.
    public typealias Composition = ComposedMiddleware

    /// The type of a closure for ``MiddlewareProtocol/receiveContext(getState:output:)``.
    public typealias ReceiveContext = (@escaping GetState<StateType>, AnyActionHandler<OutputActionType>) -> Void
    /// The type of a closure for ``MiddlewareProtocol/handle(action:from:state:)``.
    public typealias Handle = (InputActionType, ActionSource, @escaping GetState<StateType>) -> IO<OutputActionType>

    @usableFromInline typealias IsConcerned =
        (InputActionType, ActionSource, @escaping GetState<StateType>) -> Bool
    /// Returns a copy of the member for one store.
    ///
    /// The store passes this `GetState` to each call of `handle`.
    @usableFromInline typealias Bind = (Member, @escaping GetState<StateType>) -> Member

    /// A type-erased middleware.
    @usableFromInline final class Member {
        @usableFromInline let receiveContext: ReceiveContext
        @usableFromInline let handle: Handle
        @usableFromInline let bind: Bind
        @usableFromInline let isConcerned: IsConcerned
        /// The single action case that this member handles, or nil if it handles several.
        @usableFromInline let selector: CaseSelector<InputActionType>?
        /// The middleware, if it implements its own lift to parts of a state.
        @usableFromInline let partwise: (any PartwiseMiddleware<InputActionType, OutputActionType, StateType>)?
        /// Returns the entries of this member in a map.
        @usableFromInline let mapEntries: () -> [FeatureMap]

        @inlinable init(
            receiveContext: @escaping ReceiveContext,
            handle: @escaping Handle,
            bind: @escaping Bind = { member, _ in member },
            isConcerned: IsConcerned? = nil,
            selector: CaseSelector<InputActionType>? = nil,
            partwise: (any PartwiseMiddleware<InputActionType, OutputActionType, StateType>)? = nil,
            mapEntries: @escaping () -> [FeatureMap] = { [] }
        ) {
            self.receiveContext = receiveContext
            self.handle = handle
            self.bind = bind
            self.isConcerned = isConcerned ?? { !handle($0, $1, $2).isPure }
            self.selector = selector
            self.partwise = partwise
            self.mapEntries = mapEntries
        }

        /// Returns a copy with another `handle`, for one store.
        @inlinable func replacing(_ handle: @escaping Handle) -> Member {
            Member(
                receiveContext: receiveContext,
                handle: handle,
                isConcerned: isConcerned,
                selector: selector,
                partwise: partwise
            )
        }

        /// Returns a copy with other entries in a map.
        func replacing(mapEntries: @escaping () -> [FeatureMap]) -> Member {
            Member(
                receiveContext: receiveContext,
                handle: handle,
                bind: bind,
                isConcerned: isConcerned,
                selector: selector,
                partwise: partwise,
                mapEntries: mapEntries
            )
        }
    }

    @usableFromInline var members: [Member]
    @usableFromInline var table = LazyCaseTable<InputActionType>()

    /// Creates an empty composition, which does nothing.
    @inlinable public init() {
        self.init(flat: [])
    }

    /// Creates a composition of one middleware, or erases its type.
    ///
    /// A composition is returned unchanged.
    @inlinable public init(_ middleware: some MiddlewareProtocol<InputActionType, OutputActionType, StateType>) {
        self = middleware.composition
    }

    /// Creates a middleware from closures.
    ///
    /// - Parameters:
    ///   - mapEntries: The entries in a map; see ``Feature/map(_:)``. With nil there is one entry of the kind
    ///     `unknown`.
    ///   - receiveContext: Gets the context, once for each store.
    ///   - handle: Handles an action.
    @inlinable public init(
        mapEntries: [FeatureMap]? = nil,
        receiveContext: @escaping ReceiveContext = { _, _ in },
        handle: @escaping Handle
    ) {
        let entries = { mapEntries ?? [FeatureMap(kind: "unknown", text: "Unknown: closures")] }
        self.init(flat: [Member(receiveContext: receiveContext, handle: handle, mapEntries: entries)])
    }

    /// Creates a composition of one middleware that implements its own lift to parts of a state.
    ///
    /// For middlewares that create their `composition` from closures.
    @inlinable public init(
        partwise: some PartwiseMiddleware<InputActionType, OutputActionType, StateType>,
        receiveContext: @escaping ReceiveContext,
        handle: @escaping Handle
    ) {
        self.init(
            flat: [
                Member(
                    receiveContext: receiveContext,
                    handle: handle,
                    isConcerned: { partwise.isConcerned(by: $0, from: $1, state: $2) },
                    partwise: partwise,
                    mapEntries: { partwise.mapEntries }
                )
            ]
        )
    }

    /// Creates a composition of a middleware that handles actions in one case and ignores others.
    ///
    /// Larger compositions don't call it for other cases.
    @inlinable package init(
        _ middleware: some MiddlewareProtocol<InputActionType, OutputActionType, StateType>,
        for path: CasePath<InputActionType, some Any>
    ) {
        self.init(member: middleware, for: path.selector)
    }

    @inlinable init(
        member middleware: some MiddlewareProtocol<InputActionType, OutputActionType, StateType>,
        for selector: CaseSelector<InputActionType>? = nil,
        bind: @escaping Bind = { member, _ in member },
        partwise: (any PartwiseMiddleware<InputActionType, OutputActionType, StateType>)? = nil
    ) {
        self.init(
            flat: [
                Member(
                    receiveContext: { middleware.receiveContext(getState: $0, output: $1) },
                    handle: { middleware.handle(action: $0, from: $1, state: $2) },
                    bind: bind,
                    isConcerned: { middleware.isConcerned(by: $0, from: $1, state: $2) },
                    selector: selector,
                    partwise: partwise,
                    mapEntries: { middleware.mapEntries }
                )
            ]
        )
    }

    @inlinable init(flat members: [Member]) {
        self.members = members
    }

    @inlinable var isEmpty: Bool { members.isEmpty }

    /// Returns this composition for the actions of one store.
    ///
    /// Its lifts narrow the state once, and not for each action.
    ///
    /// - Parameter getState: What the store passes to each call of `handle`.
    @inlinable func bound(to getState: @escaping GetState<StateType>) -> ComposedMiddleware {
        var hasLift = false
        let bound = members.map { member in
            let bound = member.bind(member, getState)
            hasLift = hasLift || bound !== member
            return bound
        }
        return hasLift ? ComposedMiddleware(flat: bound) : self
    }

    /// Appends a middleware.
    ///
    /// - Complexity: Amortised O(1), if no copy of this composition exists, otherwise O(*n*) in the
    ///   number of members.
    @inlinable public mutating func append(
        middleware: some MiddlewareProtocol<InputActionType, OutputActionType, StateType>
    ) {
        append(middleware.composition)
    }

    @usableFromInline mutating func append(_ other: ComposedMiddleware) {
        members += other.members
        table = LazyCaseTable()
    }

    /// Calls `handle` of each member, in order.
    ///
    /// - Returns: The `IO`s of the members, in the same order.
    @inlinable @inline(__always) public func handle(
        action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        // With one member, joining its `IO` to an empty one would be a tenth of row W6.
        if members.count == 1 { return members.withUnretained(at: 0) { $0.handle(action, dispatcher, state) } }
        var io = IO<OutputActionType>.pure()
        guard let table = unsafe table.table(of: members.map(\.selector)) else {
            members.forEachUnretained { io.append($0.handle(action, dispatcher, state)) }
            return io
        }
        unsafe table._withUnsafeGuaranteedRef { table in
            table.forEachMember(matching: action) { index in
                io.append(members.withUnretained(at: index) { $0.handle(action, dispatcher, state) })
            }
        }
        return io
    }

    /// Passes the same context to each member, in order.
    @inlinable public func receiveContext(
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<OutputActionType>
    ) {
        for member in members { member.receiveContext(getState, output) }
    }

    /// Returns whether the action concerns a member.
    @inlinable public func isConcerned(
        by action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> Bool {
        members.contains { $0.isConcerned(action, dispatcher, state) }
    }

    /// The entries of the members, in order.
    public var mapEntries: [FeatureMap] { members.flatMap { $0.mapEntries() } }

    /// The composition itself.
    @inlinable public var composition: ComposedMiddleware { self }

    /// The empty composition.
    @inlinable public static var identity: ComposedMiddleware { ComposedMiddleware() }

    /// Joins two compositions: the members of `lhs` come before the members of `rhs`.
    ///
    /// - Complexity: O(*n*) in the number of members of both.
    @inlinable public static func append(_ lhs: ComposedMiddleware, _ rhs: ComposedMiddleware) -> ComposedMiddleware {
        ComposedMiddleware(flat: lhs.members + rhs.members)
    }
}

@available(*, unavailable)
extension ComposedMiddleware: Sendable {}

@available(*, unavailable)
extension ComposedMiddleware.Member: Sendable {}

/// A type-erased middleware; see ``ComposedMiddleware``.
public typealias AnyMiddleware<InputActionType, OutputActionType, StateType> = ComposedMiddleware<
    InputActionType, OutputActionType, StateType
>
