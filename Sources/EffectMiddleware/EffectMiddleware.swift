// SPDX-License-Identifier: MIT

public import RexCore

/// A middleware that does asynchronous work, by rules that say when it starts and when it is cancelled.
///
/// ```swift
/// let search = EffectMiddleware<SearchAction, SearchAction, SearchState>()
///     .on(\.typed, .latest.debounced(for: .milliseconds(300))) { text, effect in
///         effect.send(.found(try await api.find(text)))
///     } catch: { .failed(String(describing: $0)) }
///     .cancel(on: \.cleared)
/// ```
///
/// Each call of a method below returns a middleware with one rule more, and leaves the one it was called on as it is.
/// For each action the rules act in their order, in the `IO` of the action, after the reducer. A run is a
/// task of the store; nothing of it is executed where the store processes.
///
/// Cancelling is exact: once the action that cancels has been handled, nothing that the run sends or has sent is
/// processed any more, not even what waits in the queue, and not even if the run has ended meanwhile. Actions that a
/// run sends carry the source of its trigger, with the step `Effect search at Search.swift:12`.
///
/// It is a value that may be used in several stores, which share nothing. In one store it stands once, since its runs
/// are kept by rule: what is needed in two places of a store is lifted for each, or made for each.
///
/// - Complexity: O(*n*) in the rules for each action; one in which no rule finds anything allocates nothing.
public struct EffectMiddleware<InputActionType, OutputActionType, StateType>: MiddlewareProtocol, Sendable {
    @usableFromInline typealias Finding = EffectFinding<InputActionType, OutputActionType, StateType>
    @usableFromInline typealias Stores = EffectStores<InputActionType, OutputActionType, StateType>
    @usableFromInline typealias Watch = EffectWatch<InputActionType, OutputActionType, StateType>

    @usableFromInline var finders: Members<Finder>
    @usableFromInline var watches: [Watch] = []
    /// For the rules of elements: which of these are gone.
    @usableFromInline var elements: EffectElements<StateType>?
    /// How many rules there are, those that cancel among them.
    @usableFromInline var ruleCount = 0
    @usableFromInline var rules: [EffectRule] = [] {
        didSet { stores = Stores(rules) }
    }
    /// What is cancelled: the names, and the types of the keys if there are some.
    var cancelled: [EffectCancelledName] = []
    /// How a composition holds it, if there is a way that costs less for actions of other cases.
    @usableFromInline var quickComposition:
        (@Sendable () -> ComposedMiddleware<InputActionType, OutputActionType, StateType>)?
    @usableFromInline private(set) var stores = Stores([])

    /// Makes a middleware without a rule, to add some to.
    public init() {
        finders = Members([])
    }

    /// Lets the rules look at the action; what they start or cancel happens after the reducer.
    @inlinable public func handle(
        action: InputActionType,
        from dispatcher: ActionSource,
        state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        var io = IO<OutputActionType>.pure()
        if watches.isEmpty || finders.count == 0 {
            finders.forEach { finder in
                if let step = finder.handle(action, dispatcher, state, stores) { step.append(to: &io) }
            }
        } else if let step = stepOfAll(action, dispatcher, state) {
            step.append(to: &io)
        }
        if stores.inputs.hasListeners, let step = resuming(action, dispatcher) { step.append(to: &io) }
        return io
    }

    /// What is to be done about an action where there are rules that look at the state; nil if that is nothing more than to
    /// look, which happens in any case.
    @usableFromInline func stepOfAll(
        _ action: InputActionType,
        _ source: ActionSource,
        _ getState: @escaping GetState<StateType>
    ) -> Finder.Step? {
        let findings = Self.find(action, finders)
        guard !findings.isEmpty else { return nil }
        stores.awaitLook(of: source)
        return Finder.Step { [stores] output in
            let context = stores.context(output, getState)
            if let looks = stores.looks(output.storeIdentity) {
                looks.perform(findings, from: source, in: context)
            } else {
                for finding in findings { finding.follow(from: source, in: context) }
            }
        }
    }

    /// Resumes who has waited for an action; nil if nobody has.
    @usableFromInline func resuming(_ action: InputActionType, _ source: ActionSource) -> Finder.Step? {
        let matches = stores.inputs.matches(action)
        guard !matches.isEmpty else { return nil }
        return Finder.Step { [stores] output in
            let engine = stores.engines.known(output.storeIdentity)
            for match in matches where match.engine === engine { match.call(source) }
        }
    }

    /// Begins to look at the state, if there are rules for that.
    @inlinable public func receiveContext(
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<OutputActionType>
    ) {
        guard begin(getState, output) else { return }
        let looks = EffectLooks(watches, elements, stores.context(output, getState))
        stores.set(looks, for: output)
        output.onReduction { [stores] source in
            looks.look(after: source, isAwaited: stores.takeAwaitedLook(of: source))
        }
    }

    /// Begins to work in the store behind the output; whether the state is to be looked at.
    @usableFromInline func begin(
        _ getState: @escaping GetState<StateType>,
        _ output: AnyActionHandler<OutputActionType>
    ) -> Bool {
        guard let first = rules.first else {
            IdentityMiddleware<InputActionType, OutputActionType, StateType>()
                .receiveContext(getState: getState, output: output)
            return false
        }
        guard let identity = output.storeIdentity else { return false }
        precondition(
            stores.engines.known(identity) == nil,
            """
            An EffectMiddleware is in one store twice, the one whose first rule is \(first.text).
            Its runs are kept by rule: lift it for each place, or make one for each.
            """
        )
        #if DEBUG
        for cancelled in cancelled {
            if let mistake = cancelled.mistake(among: rules) {
                report("An EffectMiddleware, whose first rule is \(first.text), \(mistake)")
            }
        }
        #endif
        // How often they came up is known from the runs that are recorded.
        for rule in rules {
            output.declare {
                CountedRule(EffectStep(rule: rule, place: EffectPlace(group: rule.group)).step, count: 0)
            }
        }
        _ = stores.newEngine(output)
        return !watches.isEmpty || elements != nil
    }

    /// This middleware alone, or nothing if it has no rule.
    @inlinable public var composition: ComposedMiddleware<InputActionType, OutputActionType, StateType> {
        if rules.isEmpty { return .identity }
        return quickComposition?() ?? ComposedMiddleware(receiveContext: receiveContext, handle: handle)
    }
}
