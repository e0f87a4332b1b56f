// SPDX-License-Identifier: MIT

/// A flat list of middlewares that act as one.
///
/// For each action the members' `handle` is called in their order, and the `IO` that each returned
/// runs in the same order.
///
/// ```swift
/// let app = network <> clock <> logger
/// ```
///
/// It is also what is left of a middleware whose type is erased, under the name ``AnyMiddleware``:
/// a composition of one. It can be made of closures where a type of its own would be too much:
///
/// ```swift
/// let beeper = AnyMiddleware<Alarm, Alarm, Int> { action, source, state in
///     IO { output in if state() > 3 { output.dispatch(.tooMany, from: source) } }
/// }
/// ```
///
/// Members that are compositions themselves are spliced in; an ``IdentityMiddleware`` is left out.
/// Members that ``MiddlewareProtocol/lift(case:state:)`` lifted by a case path with an index are
/// called for the actions of their case only, so a composition of many features costs as much as
/// one of few.
@safe public struct ComposedMiddleware<InputActionType, OutputActionType, StateType>: MiddlewareProtocol, Monoid {
    /// A composition is its own composition.
    public typealias Composition = ComposedMiddleware

    /// The shape of ``MiddlewareProtocol/receiveContext(getState:output:)`` as a closure.
    public typealias ReceiveContext = (@escaping GetState<StateType>, AnyActionHandler<OutputActionType>) -> Void
    /// The shape of ``MiddlewareProtocol/handle(action:from:state:)`` as a closure.
    public typealias Handle = (InputActionType, ActionSource, @escaping GetState<StateType>) -> IO<OutputActionType>

    @usableFromInline typealias IsConcerned =
        (InputActionType, ActionSource, @escaping GetState<StateType>) -> Bool

    /// A middleware whose type is erased.
    @usableFromInline final class Member {
        @usableFromInline let receiveContext: ReceiveContext
        @usableFromInline let handle: Handle
        @usableFromInline let observeStore: ReceiveContext
        @usableFromInline let isConcerned: IsConcerned
        /// The only case that it is for, if it is for one only.
        @usableFromInline let selector: CaseSelector<InputActionType>?
        /// The middleware, if it has a lift of its own to parts of a state.
        @usableFromInline let partwise: (any PartwiseMiddleware<InputActionType, OutputActionType, StateType>)?

        @inlinable init(
            receiveContext: @escaping ReceiveContext,
            handle: @escaping Handle,
            observeStore: @escaping ReceiveContext = { _, _ in },
            isConcerned: IsConcerned? = nil,
            selector: CaseSelector<InputActionType>? = nil,
            partwise: (any PartwiseMiddleware<InputActionType, OutputActionType, StateType>)? = nil
        ) {
            self.receiveContext = receiveContext
            self.handle = handle
            self.observeStore = observeStore
            self.isConcerned = isConcerned ?? { !handle($0, $1, $2).isPure }
            self.selector = selector
            self.partwise = partwise
        }
    }

    @usableFromInline let members: Members<Member>
    /// The only one, or one that does nothing if there is none; called without a closure, and
    /// without being joined.
    @usableFromInline let only: Member
    /// The table of the members, which they keep.
    @usableFromInline let table: Unmanaged<CaseTable<InputActionType>>?

    /// Makes an empty composition, which does nothing.
    @inlinable public init() {
        self.init(flat: [])
    }

    /// Makes a composition of one middleware, or erases its type; a composition stays as it is.
    @inlinable public init(_ middleware: some MiddlewareProtocol<InputActionType, OutputActionType, StateType>) {
        self = middleware.composition
    }

    /// Makes a middleware of closures.
    @inlinable public init(
        receiveContext: @escaping ReceiveContext = { $1.noteThatNothingListens() },
        handle: @escaping Handle
    ) {
        self.init(flat: [Member(receiveContext: receiveContext, handle: handle)])
    }

    /// Makes a composition of one middleware that has a lift of its own to parts of a state.
    ///
    /// For middlewares whose own composition is made of closures.
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
                    observeStore: { partwise.observeStore(getState: $0, output: $1) },
                    isConcerned: { partwise.isConcerned(by: $0, from: $1, state: $2) },
                    partwise: partwise
                )
            ]
        )
    }

    @inlinable init(
        member middleware: some MiddlewareProtocol<InputActionType, OutputActionType, StateType>,
        for selector: CaseSelector<InputActionType>? = nil,
        partwise: (any PartwiseMiddleware<InputActionType, OutputActionType, StateType>)? = nil
    ) {
        self.init(
            flat: [
                Member(
                    receiveContext: { middleware.receiveContext(getState: $0, output: $1) },
                    handle: { middleware.handle(action: $0, from: $1, state: $2) },
                    observeStore: { middleware.observeStore(getState: $0, output: $1) },
                    isConcerned: { middleware.isConcerned(by: $0, from: $1, state: $2) },
                    selector: selector,
                    partwise: partwise
                )
            ]
        )
    }

    @inlinable init(flat members: [Member]) {
        let table = CaseTable(members.map(\.selector))
        self.members = Members(members, foundIn: table)
        only = members.first ?? Member(receiveContext: { _, _ in }, handle: { _, _, _ in .pure() })
        unsafe self.table = table.map { unsafe .passUnretained($0) }
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
    /// - Returns: what the members returned, to run in the same order.
    @inlinable @inline(__always) public func handle(
        action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        guard members.count > 1 else { return only.handle(action, dispatcher, state) }
        guard let table = unsafe table else { return members.io { $0.handle(action, dispatcher, state) } }
        var io = IO<OutputActionType>.pure()
        unsafe members.forEach(matching: action, in: table) { member in
            IO.add(member.handle(action, dispatcher, state), to: &io)
        }
        return io
    }

    /// Passes the same context to each member, in their order.
    @inlinable public func receiveContext(
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<OutputActionType>
    ) {
        output.noteMembers(members.all.count)
        for member in members.all { member.receiveContext(getState, output) }
    }

    /// Passes the call on to each member, in their order.
    @inlinable public func observeStore(
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<OutputActionType>
    ) {
        for member in members.all { member.observeStore(getState, output) }
    }

    /// Returns whether a member is concerned.
    @inlinable public func isConcerned(
        by action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> Bool {
        members.all.contains { $0.isConcerned(action, dispatcher, state) }
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

@available(*, unavailable)
extension ComposedMiddleware.Member: Sendable {}

/// A middleware whose type is erased: a composition of one, or of as many as it was made of.
///
/// ``ComposedMiddleware`` says what it does.
public typealias AnyMiddleware<InputActionType, OutputActionType, StateType> = ComposedMiddleware<
    InputActionType, OutputActionType, StateType
>
