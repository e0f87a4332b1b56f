// SPDX-License-Identifier: MIT

public import RexCore

/// The engines, inputs and state observers of one middleware, by store.
@usableFromInline final class EffectRegistry<Input, Output, State>: Sendable {
    @usableFromInline let engines = EffectEngines()
    @usableFromInline let inputObservers: EffectInputObservers<Input>
    @usableFromInline let inputs: EffectInputs<Input>
    /// The observers of the state.
    ///
    /// Empty if the middleware received no context.
    private let observers = Lock<[ObjectIdentifier: EffectStateObserver<Input, Output, State>]>([:])
    /// The numbers of the actions whose `IO` observes the state.
    ///
    /// They are unique in a process.
    private let deferred = Lock<Set<Int>>([])

    private let rules: [EffectRule]

    init(_ rules: [EffectRule]) {
        self.rules = rules
        let observers = EffectInputObservers<Input>()
        inputObservers = observers
        inputs = EffectInputs { engine, observer in observers.observe(for: engine, observer) }
    }

    /// Returns the context for the store of an output.
    @inlinable func context(
        _ output: AnyActionHandler<Output>,
        _ getState: @escaping GetState<State>
    ) -> EffectContext<Input, Output, State> {
        EffectContext(engine(for: output), inputs, output, getState)
    }

    /// Returns the engine for the store of an output.
    @inlinable func engine(for output: AnyActionHandler<Output>) -> EffectEngine {
        if let engine = engines.known(output.storeIdentity) { engine } else { newEngine(output) }
    }

    @usableFromInline func newEngine(_ output: AnyActionHandler<Output>) -> EffectEngine {
        engines.new(output.contramap { (none: Never) -> Output in }, rules)
    }

    func observer(for identity: ObjectIdentifier?) -> EffectStateObserver<Input, Output, State>? {
        identity.flatMap { identity in observers.withLock { $0[identity] } }
    }

    @usableFromInline func set(
        _ observer: EffectStateObserver<Input, Output, State>,
        for output: AnyActionHandler<Output>
    ) {
        guard let identity = output.storeIdentity else { return }
        observers.withLock { $0[identity] = observer }
        output.onEnd { [self] in _ = observers.withLock { $0.removeValue(forKey: identity) } }
    }

    /// Leaves observing the state to the `IO` of this action.
    ///
    /// If a wrapper of the middleware never runs that `IO`, the state is observed after the next
    /// reduction.
    @usableFromInline func deferObservation(to source: ActionSource) {
        guard let number = source.number, observers.withLock({ !$0.isEmpty }) else { return }
        deferred.withLock { _ = $0.insert(number) }
    }

    /// Returns true, once, for an action whose `IO` observes the state.
    @usableFromInline func takeDeferredObservation(of source: ActionSource?) -> Bool {
        guard let number = source?.number else { return false }
        return deferred.withLock { !$0.isEmpty && $0.remove(number) != nil }
    }
}
