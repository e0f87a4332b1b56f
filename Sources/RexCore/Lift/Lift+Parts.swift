// SPDX-License-Identifier: MIT

extension Lift where State: Sendable {
    /// Creates a form for parts that come and go and have ids.
    ///
    /// With it, an app or another package lifts to its own container:
    ///
    /// ```swift
    /// extension Lift where State: Sendable {
    ///     static func `case`<Key: Hashable & Sendable>(
    ///         _ path: CasePath<GlobalAction, ElementIDAction<Key, Action>>,
    ///         ordered: any WritableKeyPath<GlobalState, OrderedTable<Key, State>> & Sendable
    ///     ) -> Lift {
    ///         Lift(
    ///             case: path,
    ///             parts: StateParts(
    ///                 ids: { $0[keyPath: ordered].keys },
    ///                 part: { key, whole in whole[keyPath: ordered][key] }
    ///             )
    ///         ) { key, whole, change in
    ///             guard let index = whole[keyPath: ordered].index(of: key) else { return }
    ///             change(&whole[keyPath: ordered].values[index])
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - path: The case of the global actions. Its payload is the id of a part and an action for it.
    ///   - parts: Finds the parts.
    ///   - noun: What the reason for a refusal calls a part: "the part of room is gone".
    ///   - absent: With `.reachesParents`, an action for an absent part is not refused.
    ///   - change: Changes the part with this id in place: calls its last argument once with it. Does
    ///     nothing if the part is absent.
    @_alwaysEmitIntoClient public init<ID>(
        case path: CasePath<GlobalAction, ElementIDAction<ID, Action>>,
        parts: StateParts<ID, GlobalState, State>,
        named noun: String = "the part",
        absent: AbsentPart = .refuses,
        change: @escaping @Sendable (ID, inout GlobalState, (inout State) -> Void) -> Void
    ) {
        self.init(
            path,
            named: noun,
            at: noun,
            absent: absent,
            makeChange: { change },
            makeFind: {
                { id, whole, body in
                    guard let part = parts.part(id, in: whole.value) else { return body(nil) }
                    return StateReference.to(part) { body($0) }
                }
            },
            makeParts: { parts }
        )
    }

    /// Creates a form for a single part that may be absent.
    ///
    /// - Parameters:
    ///   - path: The case of the global actions.
    ///   - part: Returns the local state, or nil if it is absent.
    ///   - noun: What the reason for a refusal calls the part.
    ///   - absent: With `.reachesParents`, an action for an absent part is not refused.
    ///   - identity: Tells a value from the one that replaces it.
    ///   - change: Changes the part in place: calls its last argument once with it. Does nothing if the
    ///     part is absent.
    @_alwaysEmitIntoClient public init(
        case path: CasePath<GlobalAction, Action>,
        part: @escaping @Sendable (GlobalState) -> State?,
        named noun: String = "the part",
        absent: AbsentPart = .refuses,
        identity: PartIdentity<State> = .automatic,
        change: @escaping @Sendable (inout GlobalState, (inout State) -> Void) -> Void
    ) {
        self.init(
            onlyPart: path,
            named: noun,
            at: noun,
            absent: absent,
            change: change,
            find: { whole, body in
                guard let part = part(whole.value) else { return body(nil) }
                return StateReference.to(part) { body($0) }
            },
            value: part,
            identity: identity
        )
    }

    /// The lift to a single part that comes and goes.
    ///
    /// - Parameters:
    ///   - place: The part in a map.
    ///   - absent: What happens to an action for an absent part; nil if actions for the part are not
    ///     known.
    ///   - change: Changes the part.
    ///   - find: Calls its last argument with a reference to the part, or with nil if it is absent.
    ///   - value: Returns the part for a middleware.
    ///   - identity: Tells a value from the one that replaces it.
    ///   - wholeIdentity: Tells a value from the one that replaces it if `identity` is automatic and
    ///     finds none.
    @_alwaysEmitIntoClient init(
        onlyPart path: CasePath<GlobalAction, Action>,
        named noun: String,
        at place: @escaping @Sendable @autoclosure () -> String,
        absent: AbsentPart?,
        change: @escaping @Sendable (inout GlobalState, (inout State) -> Void) -> Void,
        find:
            @escaping @Sendable (StateReference<GlobalState>, (StateReference<State>?) -> Presence) -> Presence,
        value: @escaping @Sendable (GlobalState) -> State?,
        identity: PartIdentity<State>,
        orIn wholeIdentity: (@Sendable (GlobalState) -> PartID?)? = nil
    ) {
        self.init(
            selector: path.selector,
            reduce: { reduce in
                { global, globalState in
                    guard let local = path.extract(global) else { return }
                    change(&globalState) { reduce(local, &$0) }
                }
            },
            check: { check in
                check.lifted(
                    case: path,
                    action: { $0 },
                    absent: absent,
                    reason: { _ in path.goneReason(noun) },
                    makeFind: { { find($1, $2) } }
                )
            },
            middleware: { local, _ in
                guard local.isPartwise else {
                    guard !local.isEmpty else { return .identity }
                    return ComposedMiddleware(LiftToOnePartMiddleware(local, case: path, find: value), for: path)
                }
                return local.lift(to: StateParts(value: value, identity: identity, orIn: wholeIdentity), case: path)
            },
            map: { [.lift(path.name, of: GlobalAction.self, place(), $0)] }
        )
    }

    /// The lift to parts that come and go and have ids.
    ///
    /// - Parameters:
    ///   - place: The part in a map.
    ///   - absent: What happens to an action for an absent part; nil if actions for the part are not
    ///     known.
    ///   - makeChange: Makes the function that changes a part, with memory for one store.
    ///   - makeFind: Makes a function, with memory for one store, that calls its last argument with
    ///     a reference to the part, or with nil if the part is absent.
    ///   - makeParts: Makes the parts for a middleware, with memory for one store.
    @_alwaysEmitIntoClient init<ID>(
        _ path: CasePath<GlobalAction, ElementIDAction<ID, Action>>,
        named noun: String,
        at place: @escaping @Sendable @autoclosure () -> String,
        absent: AbsentPart?,
        makeChange:
            @escaping @Sendable () -> @Sendable (ID, inout GlobalState, (inout State) -> Void) -> Void,
        makeFind:
            @escaping @Sendable () ->
            @Sendable (ID, StateReference<GlobalState>, (StateReference<State>?) -> Presence) -> Presence,
        makeParts: @escaping @Sendable () -> StateParts<ID, GlobalState, State>
    ) {
        self.init(
            selector: path.selector,
            reduce: { reduce in
                let change = makeChange()
                return { global, globalState in
                    guard let local = path.extract(global) else { return }
                    change(local.id, &globalState) { reduce(local.action, &$0) }
                }
            },
            check: { check in
                check.lifted(
                    case: path,
                    action: { $0.action },
                    absent: absent,
                    reason: { _ in path.goneReason(noun) },
                    makeFind: {
                        let find = makeFind()
                        return { find($0.id, $1, $2) }
                    }
                )
            },
            middleware: { local, _ in local.lift(to: makeParts(), case: path) },
            map: { [.lift(path.name, of: GlobalAction.self, place(), $0)] }
        )
    }
}

extension Lift {
    /// A lift to parts, some of whose actions are for a part as a whole, such as its removal.
    ///
    /// - Parameters:
    ///   - address: Returns the id of the part that an action is for, and the action for its feature,
    ///     or nil for an action that is for no part. The action is nil if it is for the part as a
    ///     whole.
    ///   - part: Returns the part with an id, or nil if it is gone. The store calls it once for each
    ///     action for a part, under its lock or on the thread that processes.
    ///   - reason: The reason for a refusal, such as "presentation #2 is gone".
    ///   - reduce: Lifts the function of a reducer, once for each store.
    ///   - middleware: Lifts a middleware.
    ///   - map: Returns the entries of a map, from those of what is lifted.
    @_alwaysEmitIntoClient package init<ID>(
        address: @escaping @Sendable (GlobalAction) -> (id: ID, action: Action?)?,
        part: @escaping @Sendable (ID, GlobalState) -> State?,
        reason: @escaping @Sendable (ID) -> String,
        reduce: @escaping @Sendable (@escaping Reduce<Action, State>) -> Reduce<GlobalAction, GlobalState>,
        middleware:
            @escaping @Sendable (Middleware<Action, State>, Reducer<Action, State>) ->
            Middleware<GlobalAction, GlobalState>,
        map: @escaping @Sendable ([FeatureMap]) -> [FeatureMap] = { $0 }
    ) {
        self.init(
            selector: nil,
            reduce: reduce,
            check: {
                $0.lifted(
                    case: CasePath(extract: address, embed: { _ in preconditionFailure("No action is made.") }),
                    action: { $0.action },
                    absent: .refuses,
                    reason: { reason($0.id) },
                    makeFind: {
                        { address, whole, body in
                            guard let part = part(address.id, whole.value) else { return body(nil) }
                            return StateReference.to(part) { body($0) }
                        }
                    }
                )
            },
            middleware: middleware,
            map: map
        )
    }

    /// Returns this lift with another middleware of the global types, after the lifted one.
    ///
    /// - Parameter added: Returns it, from the reducer that is lifted.
    @usableFromInline package func adding(
        _ added: @escaping @Sendable (Reducer<Action, State>) -> Middleware<GlobalAction, GlobalState>
    ) -> Lift {
        Lift(
            selector: selector,
            reduce: reduce,
            check: check,
            middleware: { [middleware] in .append(middleware($0, $1), added($1)) },
            map: map
        )
    }
}

extension CasePath {
    /// The reason for the refusal of an action in this case.
    @usableFromInline func goneReason(_ noun: String) -> String { "\(noun)\(name.map { " of \($0)" } ?? "") is gone" }
}

// The parts of the state are lifted to here and not in clients, which run this once for each store. The functions for clients
// call one that the compiler can't inline into them.
extension ComposedMiddleware where InputActionType == OutputActionType {
    @usableFromInline func lift<ID, GlobalAction, GlobalState>(
        to parts: StateParts<ID, GlobalState, StateType>,
        case path: CasePath<GlobalAction, ElementIDAction<ID, InputActionType>>
    ) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState> {
        lifted(to: parts, path)
    }

    @usableFromInline func lift<GlobalAction, GlobalState>(
        to part: StateParts<OnlyPart, GlobalState, StateType>,
        case path: CasePath<GlobalAction, InputActionType>
    ) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState> {
        lifted(
            to: part,
            CasePath(
                extract: { [extract = path.extract] in
                    extract($0).map { ElementIDAction(id: OnlyPart(), action: $0) }
                },
                embed: { [embed = path.embed] in embed($0.action) },
                caseIndex: path.caseIndex,
                selector: path.selector,
                name: path.name
            )
        )
    }

    private func lifted<ID, GlobalAction, GlobalState>(
        to parts: StateParts<ID, GlobalState, StateType>,
        _ path: CasePath<GlobalAction, ElementIDAction<ID, InputActionType>>
    ) -> ComposedMiddleware<GlobalAction, GlobalAction, GlobalState> {
        LiftedMiddleware(
            local: lift(to: parts),
            input: path.extract,
            output: OutputLift(path.embed),
            state: StateLift(),
            selector: path.selector
        )
        .composition
    }
}
