// SPDX-License-Identifier: MIT

public import RexCore

/// A rule of the state, which detects changes of its keys.
///
/// Comparisons are inlinable, so that they are specialised for the types of the rule.
@usableFromInline struct EffectStateRule<Input, Output, State>: Sendable {
    @usableFromInline enum Change: Sendable {
        case start(EffectStart<Input, Output, State>)
        case cancel(EffectSlotID)
    }

    /// Returns the changes since the last call.
    ///
    /// Only for the processing thread.
    @usableFromInline typealias DetectChanges = (State) -> [Change]

    /// Returns the keys that were removed and added since the last call, each in order.
    ///
    /// Only for the processing thread.
    @usableFromInline typealias ReadChanges<Key> = (State) -> (removed: [Key], added: [Key])

    /// The index of the rule in its middleware.
    @usableFromInline let position: Int
    /// Makes the function that observes the state of one store or of one element.
    @usableFromInline let makeDetector: @Sendable () -> DetectChanges

    /// Makes a rule with one run for each key, from its addition to its removal.
    @inlinable init<Key: Hashable & Sendable>(
        at position: Int,
        changes makeReader: @escaping @Sendable () -> ReadChanges<Key>,
        start: @escaping @Sendable (Key) -> EffectStart<Input, Output, State>
    ) {
        self.position = position
        makeDetector = {
            let readChanges = makeReader()
            return { state in
                let (removed, added) = readChanges(state)
                if removed.isEmpty, added.isEmpty { return [] }
                return removed.map { .cancel(start($0).slotID) } + added.map { .start(start($0)) }
            }
        }
    }

    /// Returns the function that makes the reader of a key.
    @inlinable static func reader<Key: Hashable & Sendable>(
        of key: @escaping @Sendable (State) -> Key?
    ) -> @Sendable () -> ReadChanges<Key> {
        return {
            let known = Cell<Key?>(nil)
            return { state in
                let (before, now) = (known.value, key(state))
                if areSame(before, now) { return ([], []) }
                known.value = now
                return ([before].compactMap(\.self), [now].compactMap(\.self))
            }
        }
    }

    /// Returns the function that makes the reader of the keys of a collection.
    @inlinable static func reader<Keys: Collection>(
        ofEach keys: @escaping @Sendable (State) -> Keys
    ) -> @Sendable () -> ReadChanges<Keys.Element> where Keys: SendableMetatype, Keys.Element: Hashable & Sendable {
        return {
            let reader = Cell(EffectKeysReader<Keys>())
            return { state in reader.withValue { $0.read(keys(state)) } }
        }
    }

    private init(at position: Int, makeDetector: @escaping @Sendable () -> DetectChanges) {
        self.position = position
        self.makeDetector = makeDetector
    }

    /// Returns the rule for each element of a collection.
    ///
    /// While the parts are unchanged, no part is visited. The detectors of removed elements are
    /// released. A value with another identity than before has a new detector.
    func lifted<ID, GlobalInput, GlobalOutput, GlobalState>(
        toEach parts: StateParts<ID, GlobalState, State>,
        _ lift: EffectElementLift<ID, GlobalInput, Input, Output, GlobalOutput>
    ) -> EffectStateRule<GlobalInput, GlobalOutput, GlobalState> {
        EffectStateRule<GlobalInput, GlobalOutput, GlobalState>(at: position) { [makeDetector] in
            var detectors = EffectDetectors<ID, DetectChanges>()
            // Only a single part has an identity.
            let hasIdentity = parts.hasIdentity
            var identity: PartID?
            let mayHaveChanged = parts.watch()
            return { global in
                if let mayHaveChanged, !mayHaveChanged(global) { return [] }
                var changes: [EffectStateRule<GlobalInput, GlobalOutput, GlobalState>.Change] = []
                parts.forEach(in: global) { id, local in
                    if hasIdentity, case let new = parts.identity(of: id, in: global), new != identity {
                        identity = new
                        detectors = EffectDetectors()
                    }
                    for change in detectors.next(id, make: makeDetector)(local) {
                        switch change {
                        case .start(let start): changes.append(.start(lift.start(start, id, parts)))
                        case .cancel(let slotID): changes.append(.cancel(slotID.lifted(to: EffectKey(id, identity))))
                        }
                    }
                }
                detectors.endPass()
                return changes
            }
        }
    }
}
