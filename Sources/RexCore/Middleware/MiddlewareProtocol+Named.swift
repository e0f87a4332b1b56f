// SPDX-License-Identifier: MIT

extension MiddlewareProtocol {
    /// Returns this middleware with a name, which recordings and the `info` of its actions show.
    ///
    /// ```swift
    /// let app = cashier.named("cashier") <> reports.gated(state: \.isOn).named("reports")
    /// ```
    ///
    /// An action that the middleware sends with the source of another action gets a step with this name.
    /// An action that already has a step, such as one of a bridge or an effect, gets none. Nothing else
    /// changes. If names are nested, the inner one is used.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - file: The file of the call, for recordings.
    ///   - function: The function of the call.
    ///   - line: The line of the call.
    public func named(
        _ name: String,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> ComposedMiddleware<InputActionType, OutputActionType, StateType> {
        let base = composition
        let call = ActionSource.here(file: file, function: function, line: line)
        let derivation = NameDerivation(name: name, call: call)
        return base.named(by: derivation).mapped {
            [FeatureMap(kind: "middleware", text: "Middleware \(name)", at: call, children: base.mapEntries)]
        }
    }
}

extension Feature {
    /// Returns this feature with a name for its middleware; see
    /// ``MiddlewareProtocol/named(_:file:function:line:)``.
    public func named(
        _ name: String,
        file: String = #fileID,
        function: String = #function,
        line: UInt = #line
    ) -> Feature {
        mapMiddleware { $0.named(name, file: file, function: function, line: line) }
    }
}

/// The step of an action that a named middleware sends.
struct NameDerivation: ActionDerivation {
    let name: String
    let call: ActionSource

    var step: ActionSource.Step { .init(kind: "middleware", text: name, at: call) }

    // It contains names and locations of the code alone.
    func step(writing write: (Any) -> String) -> ActionSource.Step { step }
}

extension ComposedMiddleware {
    fileprivate func named(by derivation: NameDerivation) -> ComposedMiddleware {
        ComposedMiddleware(
            flat: members.map { member in
                Member(
                    receiveContext: { member.receiveContext($0, $1.named(by: derivation)) },
                    handle: { action, source, state in
                        member.handle(action, source, state).named(by: derivation)
                    },
                    isConcerned: member.isConcerned,
                    selector: member.selector,
                    partwise: member.partwise.map { NamedPartwise($0, derivation) }
                )
            }
        )
    }
}

/// A named middleware that implements its own lift to parts of a state.
private struct NamedPartwise<InputActionType, OutputActionType, StateType>: PartwiseMiddleware {
    private let base: any PartwiseMiddleware<InputActionType, OutputActionType, StateType>
    private let derivation: NameDerivation

    init(
        _ base: any PartwiseMiddleware<InputActionType, OutputActionType, StateType>,
        _ derivation: NameDerivation
    ) {
        (self.base, self.derivation) = (base, derivation)
    }

    func handle(
        action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        base.handle(action: action, from: dispatcher, state: state).named(by: derivation)
    }

    func lift<ID: Hashable & Sendable, Whole>(
        to parts: StateParts<ID, Whole, StateType>
    ) -> ComposedMiddleware<ElementIDAction<ID, InputActionType>, ElementIDAction<ID, OutputActionType>, Whole> {
        base.lift(to: parts).named(by: derivation)
    }
}

extension IO {
    /// Adds the name to actions without a step.
    ///
    /// An answer that is already known has a step.
    fileprivate consuming func named(by derivation: NameDerivation) -> IO {
        guard !isAnswer else { return self }
        let io = self
        return IO { output in io.run(output.named(by: derivation)) }
    }
}

extension AnyActionHandler {
    fileprivate func named(by derivation: NameDerivation) -> AnyActionHandler {
        replacing { (action: consuming DispatchedAction<ActionType>) in
            let source = action.source
            guard let number = source.number, source.newestStep(since: number) == nil else { return dispatch(action) }
            dispatch(DispatchedAction(action.action, dispatcher: source.derived(by: derivation)))
        }
    }
}
