// SPDX-License-Identifier: MIT

public import RexCore

/// What one middleware has in each store that it is in.
@usableFromInline final class EffectStores<Input, Output, State>: Sendable {
    @usableFromInline let engines = EffectEngines()
    @usableFromInline let inputs = RootEffectInputs<Input>()
    /// What looks at the state; not there where the middleware got no context.
    private let looks = Lock<[ObjectIdentifier: EffectLooks<Input, Output, State>]>([:])
    /// The actions whose `IO` looks at the state; no two of a process have the same number.
    private let awaited = Lock<Set<Int>>([])

    private let rules: [EffectRule]

    init(_ rules: [EffectRule]) {
        self.rules = rules
    }

    /// What the runs of a rule work with in the store behind an output.
    @inlinable func context(
        _ output: AnyActionHandler<Output>,
        _ getState: @escaping GetState<State>
    ) -> EffectContext<Input, Output, State> {
        EffectContext(engines.known(output.storeIdentity) ?? newEngine(output), inputs, output, getState)
    }

    @usableFromInline func newEngine(_ output: AnyActionHandler<Output>) -> EffectEngine {
        engines.new(output.contramap { (none: Never) -> Output in }, rules)
    }

    func looks(_ identity: ObjectIdentifier?) -> EffectLooks<Input, Output, State>? {
        identity.flatMap { identity in looks.withLock { $0[identity] } }
    }

    @usableFromInline func set(_ looks: EffectLooks<Input, Output, State>, for output: AnyActionHandler<Output>) {
        guard let identity = output.storeIdentity else { return }
        self.looks.withLock { $0[identity] = looks }
        output.onEnd { [self] in _ = self.looks.withLock { $0.removeValue(forKey: identity) } }
    }

    /// Leaves it to the `IO` of this action to look at the state.
    ///
    /// Where whoever holds the middleware never runs that `IO`, the state is looked at after the next reduction.
    @usableFromInline func awaitLook(of source: ActionSource) {
        guard let number = source.number, looks.withLock({ !$0.isEmpty }) else { return }
        awaited.withLock { _ = $0.insert(number) }
    }

    /// Whether that was said of this action.
    @usableFromInline func takeAwaitedLook(of source: ActionSource?) -> Bool {
        guard let number = source?.number else { return false }
        return awaited.withLock { !$0.isEmpty && $0.remove(number) != nil }
    }
}
