// SPDX-License-Identifier: MIT

public import RexCore

// The folders of this module, each of which knows only those before it:
//
//   Policy    the public policies, and what they say
//   Rule      the description of a rule, the ids of its slots, what it cancels
//   Waiting   actions, states and runs that somebody waits for
//   Slot      runs, and the state machine that decides about the triggers of one slot
//   Engine    all slots of one store behind one lock, and its timer
//   Run       a run with the types of its rule, and the handle that its body gets
//   Triggers  what starts and cancels runs: actions, the state, elements that are gone
//
// The files beside this one are the forms in which rules are written.

/// A middleware that does asynchronous work, by rules that say when it starts and when it is
/// cancelled.
///
/// ```swift
/// let search = EffectMiddleware<SearchAction, SearchAction, SearchState>()
///     .on(\.typed, .latest.debounced(for: .milliseconds(300))) { text, effect in
///         effect.send(.found(try await api.find(text)))
///     } catch: { .failed(String(describing: $0)) }
///     .cancel(on: \.cleared)
/// ```
///
/// Each call of a method below returns a middleware with one rule more, and leaves the one it was
/// called on as it is. For each action the rules act in their order, in the `IO` of the action,
/// after the reducer. A run is a task of the store; nothing of it is executed where the store
/// processes.
///
/// Cancelling is exact: once the action that cancels has been handled, nothing that the run sends
/// or has sent is processed any more, not even what waits in the queue, and not even if the run has
/// ended meanwhile. Actions that a run sends carry the source of its trigger, with the step
/// `Effect search at Search.swift:12`.
///
/// It is a value that may be used in several stores, which share nothing. In one store it stands
/// once, since its runs are kept by rule: what is needed in two places of a store is lifted for
/// each, or made for each.
///
/// - Complexity: O(*n*) in the rules for each action; one in which no rule finds anything allocates
///   nothing.
public struct EffectMiddleware<InputActionType, OutputActionType, StateType>: MiddlewareProtocol, Sendable {
    @usableFromInline typealias ActionRule = EffectActionRule<InputActionType, OutputActionType, StateType>
    @usableFromInline typealias Match = EffectMatch<InputActionType, OutputActionType, StateType>
    @usableFromInline typealias Registry = EffectRegistry<InputActionType, OutputActionType, StateType>
    @usableFromInline typealias Response = EffectResponse<OutputActionType>
    @usableFromInline typealias StateRule = EffectStateRule<InputActionType, OutputActionType, StateType>

    @usableFromInline var actionRules: Members<ActionRule>
    @usableFromInline var stateRules: [StateRule] = []
    /// The search for elements that are gone, for the rules of elements.
    @usableFromInline var removedElements: EffectRemovedElements<StateType>?
    /// The descriptions of all rules.
    @usableFromInline var rules: EffectRuleList
    /// Makes a composition that costs less for actions of other cases, if there is one.
    @usableFromInline var quickComposition:
        (@Sendable () -> ComposedMiddleware<InputActionType, OutputActionType, StateType>)?
    @usableFromInline private(set) var registry: Registry

    @usableFromInline typealias Step = @Sendable (EffectMiddleware) -> EffectMiddleware
    /// The steps that have added the rules, in their order; none of those that a lift has changed.
    var steps: [Step] = []

    /// Makes a middleware without a rule, to add some to.
    public init() {
        self.init(actionRules: [], stateRules: [], removedElements: nil, rules: EffectRuleList())
    }

    init(
        actionRules: [ActionRule],
        stateRules: [StateRule],
        removedElements: EffectRemovedElements<StateType>?,
        rules: EffectRuleList
    ) {
        self.actionRules = Members(actionRules)
        self.stateRules = stateRules
        self.removedElements = removedElements
        self.rules = rules
        registry = Registry(rules.all)
    }

    /// Returns a changed copy, which keeps its runs apart from those of this middleware.
    func changed(_ change: (inout EffectMiddleware) -> Void) -> EffectMiddleware {
        var copy = self
        copy.quickComposition = nil
        change(&copy)
        copy.registry = Registry(copy.rules.all)
        return copy
    }

    /// Lets the rules look at the action; what they start or cancel happens after the reducer.
    @inlinable public func handle(
        action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        var io = IO<OutputActionType>.pure()
        if stateRules.isEmpty || actionRules.count == 0 {
            actionRules.forEach { rule in
                if let response = rule.handle(action, dispatcher, state, registry) { response.append(to: &io) }
            }
        } else if let response = response(to: action, dispatcher, state) {
            response.append(to: &io)
        }
        if registry.inputs.hasObservers, let response = resuming(action, dispatcher) { response.append(to: &io) }
        return io
    }

    /// Returns whether a rule matches the action.
    public func isConcerned(
        by action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> Bool {
        !Self.find(action, actionRules).isEmpty
    }

    /// Returns the response of all rules where some look at the state; nil if no rule matches the
    /// action, for then the state is observed after the reduction.
    @usableFromInline func response(
        to action: InputActionType,
        _ source: ActionSource,
        _ getState: @escaping GetState<StateType>
    ) -> Response? {
        let matches = Self.find(action, actionRules)
        guard !matches.isEmpty else { return nil }
        registry.deferObservation(to: source)
        return Response { [registry] output in
            let context = registry.context(output, getState)
            if let observer = registry.observer(for: output.storeIdentity) {
                observer.perform(matches, from: source, in: context)
            } else {
                for match in matches { match.perform(from: source, in: context) }
            }
        }
    }

    /// Returns the response that resumes runs that have waited for the action; nil if none has.
    @usableFromInline func resuming(_ action: InputActionType, _ source: ActionSource) -> Response? {
        let resumptions = registry.inputs.resumptions(of: action)
        guard !resumptions.isEmpty else { return nil }
        return Response { [registry] output in
            let engine = registry.engines.known(output.storeIdentity)
            for resumption in resumptions where resumption.engine === engine { resumption.call(source) }
        }
    }

    /// Begins to observe the state, if there are rules for that.
    @inlinable public func receiveContext(
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<OutputActionType>
    ) {
        guard begin(getState, output) else { return }
        let observer = EffectStateObserver(stateRules, removedElements, registry.context(output, getState))
        registry.set(observer, for: output)
        output.onReduction { [registry] source in
            observer.observe(after: source, isDeferred: registry.takeDeferredObservation(of: source))
        }
    }

    /// Begins to work in the store behind the output, and returns true if the state is to be
    /// observed.
    @usableFromInline func begin(
        _ getState: @escaping GetState<StateType>,
        _ output: AnyActionHandler<OutputActionType>
    ) -> Bool {
        guard let first = rules.all.first else {
            IdentityMiddleware<InputActionType, OutputActionType, StateType>()
                .receiveContext(getState: getState, output: output)
            return false
        }
        guard let identity = output.storeIdentity else { return false }
        precondition(
            registry.engines.known(identity) == nil,
            """
            An EffectMiddleware is in one store twice, the one whose first rule is \(first.text).
            Its runs are kept by rule: lift it for each place, or make one for each.
            """
        )
        #if DEBUG
        for mistake in rules.mistakes {
            report("An EffectMiddleware, whose first rule is \(first.text), \(mistake)")
        }
        #endif
        // Declared with 0, since the runs that are recorded are counted by their sources.
        for rule in rules.all {
            output.declare {
                CountedRule(EffectDerivation(rule: rule, slotID: EffectSlotID(group: rule.group)).step, count: 0)
            }
        }
        _ = registry.newEngine(output)
        return !stateRules.isEmpty || removedElements != nil
    }

    /// This middleware alone, or nothing if it has no rule.
    @inlinable public var composition: ComposedMiddleware<InputActionType, OutputActionType, StateType> {
        if rules.all.isEmpty { return .identity }
        return quickComposition?()
            ?? ComposedMiddleware(partwise: self, receiveContext: receiveContext, handle: handle)
    }
}
