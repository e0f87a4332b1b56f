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
/// processed any more, not even what waits in the queue, and not even if the run has ended meanwhile. Actions that a run sends carry the source of its trigger, with
/// the step `Effect search at Search.swift:12`.
///
/// It is a value that may be used in several stores, which share nothing. In one store it stands once, since its runs
/// are kept by rule: what is needed in two places of a store is lifted for each, or made for each.
///
/// - Complexity: O(*n*) in the rules for each action; one in which no rule finds anything allocates nothing.
public struct EffectMiddleware<InputActionType, OutputActionType, StateType>: MiddlewareProtocol, Sendable {
    @usableFromInline typealias Finding = EffectFinding<OutputActionType, StateType>

    @usableFromInline var finders: Members<Finder>
    @usableFromInline var watches: [EffectWatch<OutputActionType, StateType>] = []
    /// For the rules of elements: whether the elements of a place are there.
    @usableFromInline var presences: [EffectPresence<StateType>] = []
    @usableFromInline var rules: [EffectRule] = []
    /// The names that are cancelled.
    var cancelledNames: [String] = []
    /// How a composition holds it, if there is a way that costs less for actions of other cases.
    @usableFromInline var quickComposition:
        (@Sendable () -> ComposedMiddleware<InputActionType, OutputActionType, StateType>)?
    @usableFromInline let stores = EffectStores()

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
        finders.forEach { finder in
            if let step = finder.handle(action, dispatcher, state, stores) { step.append(to: &io) }
        }
        return io
    }

    /// Begins to look at the state, if there are rules for that.
    @inlinable public func receiveContext(
        getState: @escaping GetState<StateType>,
        output: AnyActionHandler<OutputActionType>
    ) {
        guard let engine = begin(getState, output), !watches.isEmpty || !presences.isEmpty else { return }
        let looks = Lock(watches.map { Look($0.begin()) })
        output.onReduction { [presences] source in
            let state = getState()
            if !presences.isEmpty {
                engine.cancelGone { place in presences.allSatisfy { $0.hasElements(of: place, in: state) } }
            }
            let changes = looks.withLock { looks in
                var changes: [EffectWatch<OutputActionType, StateType>.Change] = []
                for look in looks {
                    let new = look.call(state)
                    if !new.isEmpty { changes += new }
                }
                return changes
            }
            for change in changes {
                switch change {
                case .end(let place): engine.cancel(at: place)
                case .start(let start): engine.follow(.start(start), source ?? start.rule.call, output, getState)
                }
            }
        }
    }

    /// Begins to work in the store behind the output; nil if there is nothing to do, or no store.
    @usableFromInline func begin(
        _ getState: @escaping GetState<StateType>,
        _ output: AnyActionHandler<OutputActionType>
    ) -> EffectEngine? {
        guard let first = rules.first else {
            IdentityMiddleware<InputActionType, OutputActionType, StateType>()
                .receiveContext(getState: getState, output: output)
            return nil
        }
        guard let identity = output.storeIdentity else { return nil }
        precondition(
            stores.knownEngine(identity) == nil,
            """
            An EffectMiddleware is in one store twice, the one whose first rule is \(first.text).
            Its runs are kept by rule: lift it for each place, or make one for each.
            """
        )
        #if DEBUG
        for name in cancelledNames where !rules.contains(where: { $0.name == name }) {
            report(
                "An EffectMiddleware, whose first rule is \(first.text), cancels '\(name)', and none of its rules is named so."
            )
        }
        #endif
        // How often they came up is known from the runs that are recorded.
        for rule in rules {
            output.declare {
                CountedRule(EffectStep(rule: rule, place: EffectPlace(group: rule.group)).step, count: 0)
            }
        }
        return stores.engine(for: output)
    }

    /// This middleware alone, or nothing if it has no rule.
    @inlinable public var composition: ComposedMiddleware<InputActionType, OutputActionType, StateType> {
        if rules.isEmpty { return .identity }
        return quickComposition?() ?? ComposedMiddleware(receiveContext: receiveContext, handle: handle)
    }
}

extension EffectEngine {
    @usableFromInline func follow<Action, State>(
        _ finding: EffectFinding<Action, State>,
        _ source: ActionSource,
        _ output: AnyActionHandler<Action>,
        _ getState: @escaping GetState<State>
    ) {
        switch finding {
        case .start(let start):
            if let run = start.run(from: source, in: self, output: output, getState: getState) { receive(run) }
        case .cancel(let cancellation): cancel(cancellation)
        case .several(let all): for finding in all { follow(finding, source, output, getState) }
        }
    }
}
