// SPDX-License-Identifier: MIT

/// A middleware that has a lift of its own to parts of a state that come and go.
///
/// Most middlewares need none: of a part that is not there they get no action, and they have
/// nothing to end. One that keeps something for its state, such as tasks, keeps it for each part,
/// and ends it when the part is gone. A composition passes the lift on to its members.
///
/// ```swift
/// extension Timers: PartwiseMiddleware {
///     func lift<ID, Whole>(
///         to parts: StateParts<ID, Whole, TimerState>
///     ) -> ComposedMiddleware<ElementIDAction<ID, TimerAction>, ElementIDAction<ID, TimerAction>, Whole> {
///         TimersOfParts(parts).composition
///     }
/// }
/// ```
public protocol PartwiseMiddleware<InputActionType, OutputActionType, StateType>: MiddlewareProtocol {
    /// Returns this middleware for each part of a state.
    ///
    /// An action for a part that is not there is to be left alone; what is sent has the id of its
    /// part.
    func lift<ID: Hashable & Sendable, Whole>(
        to parts: StateParts<ID, Whole, StateType>
    ) -> ComposedMiddleware<ElementIDAction<ID, InputActionType>, ElementIDAction<ID, OutputActionType>, Whole>
}

extension PartwiseMiddleware {
    /// This middleware as a composition of one, which knows its lift to parts.
    @inlinable public var composition: ComposedMiddleware<InputActionType, OutputActionType, StateType> {
        ComposedMiddleware(
            partwise: self,
            receiveContext: { receiveContext(getState: $0, output: $1) },
            handle: { handle(action: $0, from: $1, state: $2) }
        )
    }
}

extension ComposedMiddleware: PartwiseMiddleware {
    /// True if a member has a lift of its own to parts.
    @inlinable var isPartwise: Bool { members.all.contains { $0.partwise != nil } }

    /// Returns the members for each part of a state, in their order.
    public func lift<ID: Hashable & Sendable, Whole>(
        to parts: StateParts<ID, Whole, StateType>
    ) -> ComposedMiddleware<ElementIDAction<ID, InputActionType>, ElementIDAction<ID, OutputActionType>, Whole> {
        typealias Lifted = ComposedMiddleware<
            ElementIDAction<ID, InputActionType>, ElementIDAction<ID, OutputActionType>, Whole
        >
        var lifted: [Lifted] = []
        // Those without a lift of their own stay together, so that the part is looked up once.
        var others: [Member] = []
        func liftOthers() {
            guard !others.isEmpty else { return }
            lifted.append(LiftToPartsMiddleware(local: ComposedMiddleware(flat: others), parts: parts).composition)
            others = []
        }
        for member in members.all {
            if let partwise = member.partwise {
                liftOthers()
                lifted.append(partwise.lift(to: parts))
            } else {
                others.append(member)
            }
        }
        liftOthers()
        return mconcat(lifted)
    }
}

extension LiftMiddleware: PartwiseMiddleware {
    /// Returns the local middleware for each part of a state that has its state.
    public func lift<ID: Hashable & Sendable, Whole>(
        to parts: StateParts<ID, Whole, GlobalStateType>
    ) -> ComposedMiddleware<
        ElementIDAction<ID, GlobalInputActionType>, ElementIDAction<ID, GlobalOutputActionType>, Whole
    > {
        guard let embed = output.transform else {
            return LiftToPartsMiddleware(local: composition, parts: parts).composition
        }
        return LiftMiddleware<
            ElementIDAction<ID, GlobalInputActionType>, ElementIDAction<ID, GlobalOutputActionType>, Whole,
            ComposedMiddleware<
                ElementIDAction<ID, Local.InputActionType>, ElementIDAction<ID, Local.OutputActionType>, Whole
            >
        >(
            local: local.composition.lift(to: parts.map(state.transform)),
            input: { [input] global in input(global.action).map { ElementIDAction(id: global.id, action: $0) } },
            output: OutputLift { ElementIDAction(id: $0.id, action: embed($0.action)) },
            state: StateLift(),
            selector: selector?.ofElements(),
            caseName: caseName
        ).composition
    }
}

extension CaseSelector {
    /// The place of the case in actions for the elements of a collection.
    func ofElements<ID: SendableMetatype>() -> CaseSelector<ElementIDAction<ID, Root>> {
        CaseSelector<ElementIDAction<ID, Root>>(index: index, count: count) { [number] in number($0.action) }
    }
}
