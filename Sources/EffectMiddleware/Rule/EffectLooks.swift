// SPDX-License-Identifier: MIT

public import RexCore

/// The rules of one middleware that look at the state, in one store.
///
/// Inlinable where it looks, since that is done for each action of the store.
@usableFromInline final class EffectLooks<Input, Output, State>: Sendable {
    /// An object, whose closure is called without being wrapped.
    @usableFromInline final class Look {
        @usableFromInline let position: Int
        @usableFromInline let call: EffectWatch<Input, Output, State>.Look

        @inlinable init(_ watch: EffectWatch<Input, Output, State>) {
            position = watch.position
            call = watch.begin()
        }
    }

    /// What a look has found.
    @usableFromInline struct Found: Sendable {
        let position: Int
        let changes: [EffectWatch<Input, Output, State>.Change]

        @usableFromInline init(at position: Int, _ changes: [EffectWatch<Input, Output, State>.Change]) {
            self.position = position
            self.changes = changes
        }
    }

    @usableFromInline let context: EffectContext<Input, Output, State>
    @usableFromInline let elements: EffectElements<State>?
    /// How often was looked for elements that are gone.
    @usableFromInline let count = Lock(0)
    /// Used by the thread that processes, which is another one each time.
    @usableFromInline let looks: Lock<[Look]>

    @inlinable init(
        _ watches: [EffectWatch<Input, Output, State>],
        _ elements: EffectElements<State>?,
        _ context: EffectContext<Input, Output, State>
    ) {
        self.context = context
        self.elements = elements
        looks = Lock(watches.map { Look($0) })
    }

    /// Looks after a reduction, whichever action it was.
    ///
    /// - `isAwaited`: whether the `IO` of the action will look, since the rules act there in their order.
    @inlinable func look(after source: ActionSource?, isAwaited: @autoclosure () -> Bool) {
        let state = context.getState()
        if let elements { cancelGone(elements, state, from: source) }
        if isAwaited() { return }
        let found = found(in: state)
        if !found.isEmpty { follow(found, [], from: source, in: context) }
    }

    @inlinable func found(in state: State) -> [Found] {
        looks.withLock { looks in
            var found: [Found] = []
            for look in looks {
                let changes = look.call(state)
                if !changes.isEmpty { found.append(Found(at: look.position, changes)) }
            }
            return found
        }
    }

    @usableFromInline func cancelGone(
        _ elements: EffectElements<State>,
        _ state: State,
        from source: ActionSource?
    ) {
        let look = count.withLock { count in
            count += 1
            return count
        }
        let gone = elements.gone(state, context.engine.root, context.engine, look)
        if !gone.isEmpty { context.engine.cancelGone(gone, from: source) }
    }

    /// Does what rules have found in an action and what others find in the state, in the order of the rules.
    func perform(
        _ findings: [EffectFinding<Input, Output, State>],
        from source: ActionSource,
        in context: EffectContext<Input, Output, State>
    ) {
        follow(found(in: context.getState()), findings, from: source, in: context)
    }

    @usableFromInline func follow(
        _ found: [Found],
        _ findings: [EffectFinding<Input, Output, State>],
        from source: ActionSource?,
        in context: EffectContext<Input, Output, State>
    ) {
        var rest = findings[...]
        for found in found {
            while let source, let finding = rest.first, finding.position < found.position {
                rest.removeFirst()
                finding.follow(from: source, in: context)
            }
            // Together, so that none of them gets the room of another.
            let ends = found.changes.compactMap { if case .end(let place) = $0 { place } else { nil } }
            if !ends.isEmpty { context.engine.cancel(at: ends, from: source) }
            for case .start(let start) in found.changes { start.begin(from: source ?? start.rule.call, in: context) }
        }
        if let source { for finding in rest { finding.follow(from: source, in: context) } }
    }
}

@available(*, unavailable)
extension EffectLooks.Look: Sendable {}
