// SPDX-License-Identifier: MIT

extension Lift {
    /// A part of the global state that is always there, with a case of the global actions.
    ///
    /// - Parameters:
    ///   - path: The case of the global actions.
    ///   - state: The path from the global state to the local state; `\.self` if they are the same.
    @_alwaysEmitIntoClient public static func `case`(
        _ path: CasePath<GlobalAction, Action>,
        state: any WritableKeyPath<GlobalState, State> & Sendable
    ) -> Lift {
        let access = PropertyAccess(state)
        return Lift(
            selector: path.selector,
            reduce: { reduce in
                { global, globalState in
                    guard let local = path.extract(global) else { return }
                    access.change(&globalState) { reduce(local, &$0) }
                }
            },
            check: { $0.lifted(case: path, to: access) },
            middleware: { local, _ in LiftedMiddleware(local: local, case: path, state: access.read).composition },
            map: { [.lift(path.name, of: GlobalAction.self, "\(state)", $0)] }
        )
    }

    /// A part of the global state that is always there, with the same actions.
    ///
    /// ```swift
    /// screen.lift(.state(\.screen))
    /// ```
    @_alwaysEmitIntoClient public static func state(
        _ state: any WritableKeyPath<GlobalState, State> & Sendable
    ) -> Lift where Action == GlobalAction {
        let access = PropertyAccess(state)
        return Lift(
            selector: nil,
            reduce: { reduce in { action, globalState in access.change(&globalState) { reduce(action, &$0) } } },
            check: { $0.lifted(to: access) },
            middleware: { local, _ in local.lift(state: access.read) },
            map: { [.lift("\(state)", $0)] }
        )
    }
}
