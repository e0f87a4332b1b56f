// SPDX-License-Identifier: MIT

/// A rule that looks at the state.
///
/// Inlinable where it looks, so that its code is made for the types of the rule.
@usableFromInline struct EffectWatch<Action, State>: Sendable {
    @usableFromInline enum Change: Sendable {
        case start(EffectStart<Action, State>)
        case end(EffectPlace)
    }

    /// What has changed since the last look; only for the thread that processes.
    @usableFromInline typealias Look = (State) -> [Change]

    /// Begins to look at the state of one store, or of one element.
    @usableFromInline let begin: @Sendable () -> Look

    /// One run for each key, as long as it is there.
    @inlinable init<Keys: Collection>(
        forEach keys: @escaping @Sendable (State) -> Keys,
        start: @escaping @Sendable (Keys.Element) -> EffectStart<Action, State>
    ) where Keys: SendableMetatype, Keys.Element: Hashable & Sendable {
        begin = {
            var known: [Keys.Element] = []
            return { state in
                let keys = keys(state)
                guard !keys.elementsEqual(known) else { return [] }
                let old = known
                known = Array(keys)
                var (before, now) = (Set(old), Set<Keys.Element>())
                var starts: [Change] = []
                for key in known where now.insert(key).inserted {
                    if before.remove(key) == nil { starts.append(.start(start(key))) }
                }
                return old.filter { before.contains($0) }.map { .end(start($0).place) } + starts
            }
        }
    }

    /// One run, as long as the key is the same.
    @inlinable init<Key: Hashable & Sendable>(
        during key: @escaping @Sendable (State) -> Key?,
        start: @escaping @Sendable (Key) -> EffectStart<Action, State>
    ) {
        begin = {
            var known: Key?
            return { state in
                let key = key(state)
                guard key != known else { return [] }
                let (before, now) = (known, key)
                known = now
                return [before.map { .end(start($0).place) }, now.map { .start(start($0)) }].compactMap(\.self)
            }
        }
    }

    private init(begin: @escaping @Sendable () -> Look) {
        self.begin = begin
    }

    func lifted<GlobalAction, GlobalState>(
        _ embed: @escaping @Sendable (Action) -> GlobalAction,
        _ narrow: @escaping @Sendable (GlobalState) -> State
    ) -> EffectWatch<GlobalAction, GlobalState> {
        EffectWatch<GlobalAction, GlobalState> { [begin] in
            let look = begin()
            return { global in
                look(narrow(global)).map { change in
                    switch change {
                    case .start(let start): .start(start.lifted(embed, narrow))
                    case .end(let place): .end(place)
                    }
                }
            }
        }
    }

    /// Looks at each element of a collection; what has begun for one that is gone is forgotten.
    func lifted<GlobalAction, GlobalState, Elements: Collection & SendableMetatype>(
        toEach elements: @escaping @Sendable (GlobalState) -> Elements,
        _ embed: @escaping @Sendable (State.ID, Action) -> GlobalAction,
        _ element: @escaping @Sendable (State.ID, GlobalState) -> State?
    ) -> EffectWatch<GlobalAction, GlobalState>
    where State: Identifiable & Sendable, State.ID: Sendable, Elements.Element == State {
        EffectWatch<GlobalAction, GlobalState> { [begin] in
            var looks: [State.ID: Look] = [:]
            return { global in
                let elements = elements(global)
                var changes: [EffectWatch<GlobalAction, GlobalState>.Change] = []
                for local in elements {
                    let id = local.id
                    let look = looks[id] ?? begin()
                    looks[id] = look
                    for change in look(local) {
                        switch change {
                        case .start(let start):
                            changes.append(
                                .start(start.lifted(to: EffectKey(id), { embed(id, $0) }, { element(id, $0) }))
                            )
                        case .end(let place): changes.append(.end(place.lifted(to: EffectKey(id))))
                        }
                    }
                }
                if looks.count > elements.count {
                    let present = Set(elements.map(\.id))
                    looks = looks.filter { present.contains($0.key) }
                }
                return changes
            }
        }
    }
}
