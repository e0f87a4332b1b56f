// SPDX-License-Identifier: MIT

public import RexCore

/// The rules of the state of one middleware, in one store.
///
/// Comparisons are inlinable, since they run for each action of the store.
@usableFromInline final class EffectStateObserver<Input, Output, State>: Sendable {
    @usableFromInline typealias StateRule = EffectStateRule<Input, Output, State>

    /// A rule with its last state.
    ///
    /// An object, so that its closure is called without being wrapped.
    @usableFromInline final class Detector {
        @usableFromInline let position: Int
        @usableFromInline let detectChanges: StateRule.DetectChanges

        @inlinable init(_ rule: StateRule) {
            position = rule.position
            detectChanges = rule.makeDetector()
        }
    }

    /// The changes for one rule.
    @usableFromInline struct RuleChanges: Sendable {
        let position: Int
        let changes: [StateRule.Change]

        @usableFromInline init(at position: Int, _ changes: [StateRule.Change]) {
            self.position = position
            self.changes = changes
        }
    }

    @usableFromInline let context: EffectContext<Input, Output, State>
    @usableFromInline let removedElements: EffectRemovedElements<State>?
    /// The number of searches for removed elements.
    @usableFromInline let passes = Lock(0)
    /// Behind a lock, since a middleware may run the `IO` of the rules on another thread than the store.
    @usableFromInline let detectors: Lock<Members<Detector>>

    @inlinable init(
        _ rules: [StateRule],
        _ removedElements: EffectRemovedElements<State>?,
        _ context: EffectContext<Input, Output, State>
    ) {
        self.context = context
        self.removedElements = removedElements
        detectors = Lock(Members(rules.map { Detector($0) }))
    }

    /// Observes the state after a reduction of any action.
    ///
    /// - Parameters:
    ///   - source: The source of the action, or nil.
    ///   - isDeferred: Whether the `IO` of the action observes the state, so that the rules act
    ///     there in order.
    @inlinable func observe(after source: ActionSource?, isDeferred: @autoclosure () -> Bool) {
        let state = context.getState()
        if let removedElements { cancelRemoved(removedElements, state, from: source) }
        if isDeferred() { return }
        let changes = changes(in: state)
        if !changes.isEmpty { perform(changes, [], from: source, in: context) }
    }

    @inlinable func changes(in state: State) -> [RuleChanges] {
        detectors.withLock { detectors in
            var all: [RuleChanges] = []
            detectors.forEach { detector in
                let changes = detector.detectChanges(state)
                if !changes.isEmpty { all.append(RuleChanges(at: detector.position, changes)) }
            }
            return all
        }
    }

    @usableFromInline func cancelRemoved(
        _ elements: EffectRemovedElements<State>,
        _ state: State,
        from source: ActionSource?
    ) {
        let pass = passes.withLock { count in
            count += 1
            return count
        }
        let removed = elements.find(state, context.engine.root, context.engine, pass)
        if !removed.isEmpty { context.engine.cancelRemoved(removed, from: source) }
    }

    /// Executes the matches for an action and the changes of the state, in the order of the rules.
    func perform(
        _ matches: [EffectMatch<Input, Output, State>],
        from source: ActionSource,
        in context: EffectContext<Input, Output, State>
    ) {
        perform(changes(in: context.getState()), matches, from: source, in: context)
    }

    @usableFromInline func perform(
        _ changed: [RuleChanges],
        _ matches: [EffectMatch<Input, Output, State>],
        from source: ActionSource?,
        in context: EffectContext<Input, Output, State>
    ) {
        var remaining = matches[...]
        for rule in changed {
            while let source, let match = remaining.first, match.position < rule.position {
                remaining.removeFirst()
                match.perform(from: source, in: context)
            }
            // Cancelled together, so that none of them starts when another one leaves the limiter.
            let cancelled = rule.changes.compactMap { if case .cancel(let id) = $0 { id } else { nil } }
            if !cancelled.isEmpty { context.engine.cancel(at: cancelled, from: source) }
            for case .start(let start) in rule.changes { start.begin(from: source ?? start.rule.call, in: context) }
        }
        if let source { for match in remaining { match.perform(from: source, in: context) } }
    }
}

@available(*, unavailable)
extension EffectStateObserver.Detector: Sendable {}
