// SPDX-License-Identifier: MIT

/// A middleware that implements its own lift to parts of a state that may be absent.
///
/// Most middlewares don't need it: without a part they get no actions, and they have nothing to
/// end. A middleware that keeps data for its state, such as running tasks, keeps it for each part
/// and ends it when the part is removed. A composition passes the lift to its members.
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
    /// Returns this middleware, lifted to all parts of a state.
    ///
    /// It must ignore actions for absent parts, and send its actions with the id of their part.
    func lift<ID: Hashable & Sendable, Whole>(
        to parts: StateParts<ID, Whole, StateType>
    ) -> ComposedMiddleware<ElementIDAction<ID, InputActionType>, ElementIDAction<ID, OutputActionType>, Whole>
}

extension PartwiseMiddleware {
    /// A composition of this middleware that uses its own lift to parts.
    @inlinable public var composition: ComposedMiddleware<InputActionType, OutputActionType, StateType> {
        ComposedMiddleware(
            partwise: self,
            receiveContext: { receiveContext(getState: $0, output: $1) },
            handle: { handle(action: $0, from: $1, state: $2) }
        )
    }
}

extension ComposedMiddleware: PartwiseMiddleware {
    /// Whether a member implements its own lift to parts.
    @inlinable var isPartwise: Bool { members.contains { $0.partwise != nil } }

    /// Returns the members, lifted to all parts of a state, in the same order.
    public func lift<ID: Hashable & Sendable, Whole>(
        to parts: StateParts<ID, Whole, StateType>
    ) -> ComposedMiddleware<ElementIDAction<ID, InputActionType>, ElementIDAction<ID, OutputActionType>, Whole> {
        typealias Lifted = ComposedMiddleware<
            ElementIDAction<ID, InputActionType>, ElementIDAction<ID, OutputActionType>, Whole
        >
        var lifted: [Lifted] = []
        // The other members stay together, so that the part is looked up once.
        var others: [Member] = []
        func liftOthers() {
            guard !others.isEmpty else { return }
            lifted.append(LiftToPartsMiddleware(local: ComposedMiddleware(flat: others), parts: parts).composition)
            others = []
        }
        for member in members {
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

extension LiftedMiddleware: PartwiseMiddleware {
    /// Returns the local composition, lifted to all parts of a state.
    @usableFromInline func lift<ID: Hashable & Sendable, Whole>(
        to parts: StateParts<ID, Whole, StateType>
    ) -> ComposedMiddleware<ElementIDAction<ID, InputActionType>, ElementIDAction<ID, OutputActionType>, Whole> {
        LiftedMiddleware<
            ElementIDAction<ID, InputActionType>, ElementIDAction<ID, OutputActionType>, Whole,
            ElementIDAction<ID, LocalInput>, ElementIDAction<ID, LocalOutput>, Whole
        >(
            local: local.lift(to: parts.map(state.transform)),
            input: { [input] global in input(global.action).map { ElementIDAction(id: global.id, action: $0) } },
            output: OutputLift { [embed = output.transform] in ElementIDAction(id: $0.id, action: embed($0.action)) },
            state: StateLift(),
            selector: selector?.ofElements()
        ).composition
    }
}

extension CaseSelector {
    /// Returns the case of the actions for elements of a collection.
    func ofElements<ID: SendableMetatype>() -> CaseSelector<ElementIDAction<ID, Root>> {
        CaseSelector<ElementIDAction<ID, Root>>(index: index, count: count) { [number] in number($0.action) }
    }
}
