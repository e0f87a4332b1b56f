// SPDX-License-Identifier: MIT

public import RexCore

// The folders of this module. Each only uses the folders before it.
//
//   Policy    the public policies and their options
//   Rule      the description of a rule, the ids of its slots, the names that it cancels
//   Waiting   runs that wait for an action or a state
//   Slot      runs, and the state machine for the triggers of one slot
//   Engine    all slots of one store under one lock, and its timer
//   Run       a run with the types of its rule, and the handle for its body
//   Triggers  the causes of starts and cancellations: actions, the state, removed elements
//
// The other files in this folder contain the overloads for writing rules.

/// A middleware that runs asynchronous work.
///
/// Its rules define when the work starts and when it is cancelled.
///
/// ```swift
/// let search = EffectMiddleware<SearchAction, SearchAction, SearchState>()
///     .on(\.typed, .latest.debounced(for: .milliseconds(300))) { text, effect in
///         effect.send(.found(try await api.find(text)))
///     } catch: { error, _ in .failed(String(describing: error)) }
///     .cancel(on: \.cleared)
/// ```
///
/// Each method below returns a middleware with one more rule and leaves the original unchanged. For
/// each action, the rules act in order, in the `IO` of the action, after the reducer. A run is a
/// task of the store. Nothing of it executes on the thread that processes actions.
///
/// Cancellation is exact: after the cancelling action has been handled, no action of the run is
/// processed any more, not even one that is already in the queue, and not even if the run has
/// ended. The actions of a run have the source of its trigger, with the step
/// `Effect search at Search.swift:12`.
///
/// It is a value, and stores that use the same value share nothing. Each time you lift or compose
/// it, the result has runs of its own. The result can be in a store only once: for a second use,
/// lift or compose the `EffectMiddleware` again.
///
/// - Complexity: O(*n*) in the number of rules for each action. An action that no rule matches
///   allocates nothing.
public struct EffectMiddleware<InputActionType, OutputActionType, StateType>: MiddlewareProtocol, Sendable {
    @usableFromInline typealias ActionRule = EffectActionRule<InputActionType, OutputActionType, StateType>
    @usableFromInline typealias Match = EffectMatch<InputActionType, OutputActionType, StateType>
    @usableFromInline typealias Registry = EffectRegistry<InputActionType, OutputActionType, StateType>
    @usableFromInline typealias Response = EffectResponse<OutputActionType>
    @usableFromInline typealias StateRule = EffectStateRule<InputActionType, OutputActionType, StateType>

    @usableFromInline var actionRules: Members<ActionRule>
    @usableFromInline var stateRules: [StateRule] = []
    /// Finds removed elements, for the rules of elements.
    @usableFromInline var removedElements: EffectRemovedElements<StateType>?
    /// The descriptions of all rules.
    @usableFromInline var rules: EffectRuleList
    @usableFromInline private(set) var registry: Registry

    @usableFromInline typealias Step = @Sendable (EffectMiddleware) -> EffectMiddleware
    /// The steps that added the rules, in order.
    ///
    /// Empty after a lift.
    var steps: [Step] = []

    /// Makes a middleware without rules.
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

    /// Returns a changed copy, which keeps its own runs.
    @usableFromInline func changed(_ change: (inout EffectMiddleware) -> Void) -> EffectMiddleware {
        var copy = self
        change(&copy)
        copy.registry = Registry(copy.rules.all)
        return copy
    }

    /// Matches the action with the rules.
    ///
    /// Runs are started and cancelled after the reducer.
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
        if registry.inputObservers.hasObservers, let response = resuming(action, dispatcher) {
            response.append(to: &io)
        }
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

    /// Returns the response of all rules if some are rules of the state, or nil if no rule matches
    /// the action.
    ///
    /// In that case the state is observed after the reduction.
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

    /// Returns the response that resumes runs that wait for the action, or nil without such runs.
    @usableFromInline func resuming(_ action: InputActionType, _ source: ActionSource) -> Response? {
        let resumptions = registry.inputObservers.resumptions(of: action)
        guard !resumptions.isEmpty else { return nil }
        return Response { [registry] output in
            let engine = registry.engines.known(output.storeIdentity)
            for resumption in resumptions where resumption.engine === engine { resumption.call(source) }
        }
    }

    /// Starts to observe the state, if there are rules of the state.
    @inlinable public func receiveContext(
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<OutputActionType>
    ) {
        guard begin(getState, output) else { return }
        let observer = EffectStateObserver(stateRules, removedElements, registry.context(output, getState))
        registry.set(observer, for: output)
        let mayDefer = actionRules.count > 0
        output.onReduction { [registry] source in
            observer.observe(after: source, isDeferred: mayDefer && registry.takeDeferredObservation(of: source))
        }
    }

    /// Starts to work in the store of `output`.
    ///
    /// Returns true if the state has to be observed.
    @usableFromInline func begin(
        _ getState: @escaping GetState<StateType>,
        _ output: AnyActionHandler<OutputActionType>
    ) -> Bool {
        guard let first = rules.all.first, let identity = output.storeIdentity else { return false }
        precondition(
            registry.engines.known(identity) == nil,
            """
            The composed or lifted EffectMiddleware whose first rule is \(first.text) is in one store twice, and both uses \
            would share their runs. Lift or compose the EffectMiddleware itself once for each use.
            """
        )
        #if DEBUG
        for mistake in rules.mistakes {
            report("The EffectMiddleware whose first rule is \(first.text) \(mistake)")
        }
        #endif
        // Recorded runs are counted by their sources.
        for rule in rules.all {
            let derivation = EffectDerivation(rule: rule, slotID: EffectSlotID(group: rule.group))
            output.post(.rule, .rule(derivation.step, uses: 0))
        }
        _ = registry.newEngine(output)
        return !stateRules.isEmpty || removedElements != nil
    }

    /// Returns this middleware as one request in a map, named like its first rule.
    ///
    /// - Parameter words: What follows the policy of that rule.
    @usableFromInline package func asRequest(_ words: [String] = []) -> EffectMiddleware {
        changed { $0.rules.wordsOfRequest = words }
    }

    /// An entry for each rule that starts runs, with its policy.
    public var mapEntries: [FeatureMap] {
        if let words = rules.wordsOfRequest, let rule = rules.all.first {
            let (call, all) = (rule.call, rule.options.words + words)
            let text = EffectRule.text(rule.name, call, kind: "Request")
            let step = ActionSource.Step(kind: "request", text: text, at: call)
            return [FeatureMap(step, remark: all.isEmpty ? nil : all.joined(separator: ", "))]
        }
        return rules.all.map { rule in
            FeatureMap(
                EffectDerivation(rule: rule, slotID: EffectSlotID(group: rule.group)).step,
                remark: rule.options.text
            )
        }
    }

    /// A composition of a copy of this middleware, which keeps its own runs.
    ///
    /// It is empty if there are no rules.
    @inlinable public var composition: ComposedMiddleware<InputActionType, OutputActionType, StateType> {
        if rules.all.isEmpty { return .identity }
        let copy = changed { _ in }
        return ComposedMiddleware(partwise: copy, receiveContext: copy.receiveContext, handle: copy.handle)
    }
}
