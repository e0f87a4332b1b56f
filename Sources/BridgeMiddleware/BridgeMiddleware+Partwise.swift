// SPDX-License-Identifier: MIT

public import RexCore

extension BridgeMiddleware: PartwiseMiddleware {
    /// Returns the bridges for each part of a state.
    ///
    /// The part is looked up after the reducer, once the action has matched. If it is absent, nothing
    /// is sent.
    public func lift<ID: Hashable & Sendable, Whole>(
        to parts: StateParts<ID, Whole, StateType>
    ) -> ComposedMiddleware<ElementIDAction<ID, InputActionType>, ElementIDAction<ID, OutputActionType>, Whole> {
        var lifted = BridgeMiddleware<
            ElementIDAction<ID, InputActionType>, ElementIDAction<ID, OutputActionType>, Whole
        >()
        lifted.bridges = bridges.map { $0.lifted(to: parts) }
        return lifted.composition
    }
}

extension Bridge {
    fileprivate func lifted<ID: Hashable & Sendable, Whole>(
        to parts: StateParts<ID, Whole, StateType>
    ) -> Bridge<ElementIDAction<ID, InputActionType>, ElementIDAction<ID, OutputActionType>, Whole> {
        typealias Lifted = Bridge<ElementIDAction<ID, InputActionType>, ElementIDAction<ID, OutputActionType>, Whole>
        let liftedRule: Lifted.Rule
        switch rule {
        case .byAction(let derive, let condition):
            liftedRule = .byAction { global in
                derive(global.action).map { ElementIDAction(id: global.id, action: $0) }
            } when: { global, getState in
                guard let read = parts.reader(of: global.id, in: getState()) else { return false }
                return condition?(global.action) { read(getState()) } ?? true
            }
        case .byState(let concerns, let derive):
            liftedRule = .byState { global in
                concerns(global.action)
            } derive: { global, getState in
                guard let read = parts.reader(of: global.id, in: getState()) else { return nil }
                return derive(global.action) { read(getState()) }.map { ElementIDAction(id: global.id, action: $0) }
            }
        }
        return Lifted(rule: liftedRule, site: site)
    }
}
