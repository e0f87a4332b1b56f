// SPDX-License-Identifier: MIT

public import RexCore

extension Feature {
    /// Lifts this feature to the presentations of a container.
    ///
    /// The results come after the lift, so the `IO` of the feature runs before a result is
    /// dispatched.
    @inlinable func lifted<GlobalAction, GlobalState, Container: PresentationContainer>(
        case path: CasePath<GlobalAction, PresentationAction<ActionType>>,
        state: any WritableKeyPath<GlobalState, Container> & Sendable,
        parts: StateParts<PresentationID, Container, StateType>,
        endings list: [PresentationEnding<ActionType, GlobalAction>]
    ) -> Feature<GlobalAction, GlobalState, Dependencies>
    where Container: Sendable, Container.State == StateType {
        let endings = PresentationEndings(list)
        let lifted = presentations(parts, endings: endings).lift(case: path, state: state)
        #if DEBUG
        let checked =
            lifted
            <> Feature<GlobalAction, GlobalState, Dependencies>(
                middleware: PresentationCounterCheck(of: Container.self) { $0[keyPath: state].counter.last }
            )
        #else
        let checked = lifted
        #endif
        guard endings.haveResults else { return checked }
        return checked
            <> Feature<GlobalAction, GlobalState, Dependencies>(
                middleware: ComposedMiddleware(
                    PresentationResults<GlobalAction, GlobalState> { action, getState in
                        guard case .presented(let id, let local)? = path.extract(action),
                            let result = endings.result(of: local, for: id), getState()[keyPath: state].contains(id)
                        else { return nil }
                        return (id, result)
                    },
                    for: path
                )
            )
    }

    /// Returns this feature for all presentations of a container.
    @inlinable func presentations<Container: PresentationContainer, Parent>(
        _ parts: StateParts<PresentationID, Container, StateType>,
        endings: PresentationEndings<ActionType, Parent>
    ) -> Feature<PresentationAction<ActionType>, Container, Dependencies>
    where Container: Sendable, Container.State == StateType {
        let elementPath = CasePath<PresentationAction<ActionType>, ElementIDAction<PresentationID, ActionType>>(
            extract: { $0.presented.map { ElementIDAction(id: $0.id, action: $0.action) } },
            embed: { .presented($0.id, $0.action) },
            caseIndex: nil
        )
        let reducer: Reducer<PresentationAction<ActionType>, Container> = reducer.lifted { reduce in
            { action, container in
                switch action {
                case .presented(let id, let local):
                    container.update(id) { reduce(local, &$0) }
                    if endings.end(with: local) { container.dismiss(id) }
                case .dismissed(let id): container.dismiss(id)
                }
            }
        }
        let joined =
            Feature<PresentationAction<ActionType>, Container, Dependencies>(reducer)
            <> Feature<PresentationAction<ActionType>, Container, Dependencies>(middleware: { dependencies in
                self.middleware(dependencies).composition
                    .lift(to: parts)
                    .lift(case: elementPath, state: { (container: Container) in container })
            })
        return joined.refusing(
            absentPartsOf: self,
            address: { ($0.id, $0.presented?.action) },
            part: { id, container in container[id: id] },
            reason: { "presentation \($0) is gone" }
        )
    }
}
