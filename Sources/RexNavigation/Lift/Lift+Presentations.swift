// SPDX-License-Identifier: MIT

public import RexCore

extension Lift where GlobalAction: Sendable, Action: Sendable, State: Sendable {
    /// A sheet or another presentation.
    ///
    /// ```swift
    /// editor.lift(
    ///     .case(
    ///         DetailAction.prisms.editor,
    ///         presented: \Detail.editor,
    ///         ends: .when(\.saved, sending: DetailAction.edited), .when(\.isCancelled)
    ///     ),
    ///     dependencies: \World.editor
    /// )
    /// ```
    ///
    /// The store refuses an action if the presentation with its id is gone: neither the feature nor
    /// its parents get it. However a presentation ends, its effects and everything inside it end in the
    /// same action, and their queued actions are dropped.
    ///
    /// An action that matches an ending is reduced by the feature, then the presentation is removed.
    /// Reducers ahead of the lift see it open, later reducers see it removed. The result is
    /// dispatched in the `IO` of that action, so it is processed after the actions that are queued
    /// already. It is sent once, since a second action for the same presentation finds none.
    ///
    /// Lift a feature, which has the reducer that removes the presentation and the middleware that sends
    /// the result. A middleware that is lifted alone doesn't know the reducer: the result of `state:` is
    /// then that of the state before the action.
    ///
    /// - Parameters:
    ///   - path: The case of the global actions.
    ///   - state: The path from the global state to the presentation.
    ///   - endings: The actions that end the presentation. If an action matches several, the first
    ///     applies.
    @inlinable public static func `case`(
        _ path: CasePath<GlobalAction, PresentationAction<Action>>,
        presented state: any WritableKeyPath<GlobalState, Presented<State>> & Sendable,
        ends endings: PresentationEnding<Action, State, GlobalAction>...
    ) -> Lift {
        presentations(path, state, parts: .presentations(), PresentationEndings(endings))
    }

    /// The screens of a navigation stack.
    ///
    /// ```swift
    /// detail.lift(.case(AppAction.prisms.path, stack: \AppState.path), dependencies: \World.api)
    /// ```
    ///
    /// Each screen has its own effects. The store refuses an action if the screen with its id is gone.
    /// A screen that ends is removed with those above it. For the order of endings and results, see
    /// ``case(_:presented:ends:)``.
    ///
    /// - Parameters:
    ///   - path: The case of the global actions.
    ///   - state: The path from the global state to the stack.
    ///   - endings: The actions that end a screen. If an action matches several, the first applies.
    /// - Complexity: O(log *n*) in the number of screens for the reduction, O(1) for the top one.
    @inlinable public static func `case`(
        _ path: CasePath<GlobalAction, PresentationAction<Action>>,
        stack state: any WritableKeyPath<GlobalState, PresentationStack<State>> & Sendable,
        ends endings: PresentationEnding<Action, State, GlobalAction>...
    ) -> Lift {
        presentations(path, state, parts: .presentations(), PresentationEndings(endings))
    }

    /// Unavailable: an ending is written with `.when`.
    @_documentation(visibility: internal)
    @available(
        *,
        unavailable,
        message: "write ends: .when(…), such as .when(\\.isCancelled) or .when(\\.isDone, state: { .saved($0.text) })"
    )
    public static func `case`<Value>(
        _ path: CasePath<GlobalAction, PresentationAction<Action>>,
        presented state: any WritableKeyPath<GlobalState, Presented<State>> & Sendable,
        ends ending: @escaping @Sendable (Action) -> Value?
    ) -> Lift {
        preconditionFailure("Write ends: .when(…).")
    }

    /// Unavailable: an ending is written with `.when`.
    @_documentation(visibility: internal)
    @available(
        *,
        unavailable,
        message: "write ends: .when(…), such as .when(\\.isCancelled) or .when(\\.isDone, state: { .saved($0.text) })"
    )
    public static func `case`<Value>(
        _ path: CasePath<GlobalAction, PresentationAction<Action>>,
        stack state: any WritableKeyPath<GlobalState, PresentationStack<State>> & Sendable,
        ends ending: @escaping @Sendable (Action) -> Value?
    ) -> Lift {
        preconditionFailure("Write ends: .when(…).")
    }

    /// The presentations of a container.
    ///
    /// The results come after the lifted middleware, so its `IO` runs before a result is dispatched.
    @inlinable static func presentations<Container: PresentationContainer & Sendable>(
        _ path: CasePath<GlobalAction, PresentationAction<Action>>,
        _ state: any WritableKeyPath<GlobalState, Container> & Sendable,
        parts: StateParts<PresentationID, Container, State>,
        _ endings: PresentationEndings<Action, State, GlobalAction>
    ) -> Lift where Container.State == State {
        let lift = Lift<PresentationAction<Action>, Container, Action, State>(parts, endings)
            .appending(.case(path, state: state))
        #if DEBUG
        let checked = lift.adding { _ in
            PresentationCounterCheck(of: Container.self) { $0[keyPath: state].counter.last }.composition
        }
        #else
        let checked = lift
        #endif
        guard endings.haveResults else { return checked }
        return checked.adding { reducer in
            let reduce = reducer.forOneStore().reduce
            return ComposedMiddleware(
                PresentationResults<GlobalAction, GlobalState> { action, getState in
                    guard case .presented(let id, let local)? = path.extract(action) else { return nil }
                    let container = { getState()[keyPath: state] }
                    return endings.result(of: local, for: id, in: container, reducedBy: reduce).map { (id, $0) }
                },
                for: path
            )
        }
    }

    @inlinable init<Parent>(
        _ parts: StateParts<PresentationID, GlobalState, State>,
        _ endings: PresentationEndings<Action, State, Parent>
    ) where GlobalAction == PresentationAction<Action>, GlobalState: PresentationContainer<State> & Sendable {
        #if DEBUG
        UnhandledPresentations.noteLift(of: GlobalAction.self)
        #endif
        let elementPath = CasePath<PresentationAction<Action>, ElementIDAction<PresentationID, Action>>(
            extract: { $0.presented.map { ElementIDAction(id: $0.id, action: $0.action) } },
            embed: { .presented($0.id, $0.action) }
        )
        self.init(
            address: { ($0.id, $0.presented?.action) },
            part: { id, container in container[id: id] },
            reason: { "presentation \($0) is gone" },
            reduce: { reduce in
                { action, container in
                    switch action {
                    case .presented(let id, let local):
                        container.update(id) { reduce(local, &$0) }
                        if endings.end(with: local) { container.dismiss(id) }
                    case .dismissed(let id): container.dismiss(id)
                    }
                }
            },
            middleware: { local, _ in
                local.lift(to: parts).lift(case: elementPath, state: { (container: GlobalState) in container })
            },
            map: {
                [FeatureMap(kind: "presentation", text: "Presentation", children: $0 + endings.all.map(\.mapEntry))]
            }
        )
    }
}
