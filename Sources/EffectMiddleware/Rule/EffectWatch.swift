// SPDX-License-Identifier: MIT

import RexCore

/// A rule that looks at the state.
///
/// Inlinable where it looks, so that its code is made for the types of the rule.
@usableFromInline struct EffectWatch<Input, Output, State>: Sendable {
    @usableFromInline enum Change: Sendable {
        case start(EffectStart<Input, Output, State>)
        case end(EffectPlace)
    }

    /// What has changed since the last look; only for the thread that processes.
    @usableFromInline typealias Look = (State) -> [Change]

    /// Where the rule stands among those of its middleware.
    @usableFromInline let position: Int
    /// Begins to look at the state of one store, or of one element.
    @usableFromInline let begin: @Sendable () -> Look

    /// One run for each key, as long as it is there.
    @inlinable init<Keys: Collection>(
        at position: Int,
        forEach keys: @escaping @Sendable (State) -> Keys,
        start: @escaping @Sendable (Keys.Element) -> EffectStart<Input, Output, State>
    ) where Keys: SendableMetatype, Keys.Element: Hashable & Sendable {
        self.position = position
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
        at position: Int,
        during key: @escaping @Sendable (State) -> Key?,
        start: @escaping @Sendable (Key) -> EffectStart<Input, Output, State>
    ) {
        self.position = position
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

    private init(at position: Int, begin: @escaping @Sendable () -> Look) {
        self.position = position
        self.begin = begin
    }

    func lifted<GlobalInput, GlobalOutput, GlobalState>(
        _ input: @escaping @Sendable (GlobalInput) -> Input?,
        _ embed: @escaping @Sendable (Output) -> GlobalOutput,
        _ narrow: @escaping @Sendable (GlobalState) -> State
    ) -> EffectWatch<GlobalInput, GlobalOutput, GlobalState> {
        EffectWatch<GlobalInput, GlobalOutput, GlobalState>(at: position) { [begin] in
            let look = begin()
            return { global in
                look(narrow(global)).map { change in
                    switch change {
                    case .start(let start): .start(start.lifted(input, embed, narrow))
                    case .end(let place): .end(place)
                    }
                }
            }
        }
    }

    /// Looks at each element of a collection; what has begun for one that is gone is forgotten.
    func lifted<GlobalInput, GlobalOutput, GlobalState, Elements: Collection & SendableMetatype>(
        toEach elements: @escaping @Sendable (GlobalState) -> Elements,
        _ lift: EffectElementLift<State.ID, GlobalInput, Input, Output, GlobalOutput>,
        _ element: @escaping @Sendable (State.ID, GlobalState) -> State?
    ) -> EffectWatch<GlobalInput, GlobalOutput, GlobalState>
    where State: Identifiable & Sendable, State.ID: Sendable, Elements.Element == State {
        EffectWatch<GlobalInput, GlobalOutput, GlobalState>(at: position) { [begin] in
            var looks: [State.ID: Look] = [:]
            return { global in
                let elements = elements(global)
                var changes: [EffectWatch<GlobalInput, GlobalOutput, GlobalState>.Change] = []
                for local in elements {
                    let id = local.id
                    let look = looks[id] ?? begin()
                    looks[id] = look
                    for change in look(local) {
                        switch change {
                        case .start(let start): changes.append(.start(lift.start(start, id, element)))
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

/// How the actions of an element become those around it, and the other way round.
struct EffectElementLift<ID: Hashable & Sendable, GlobalInput, Input, Output, GlobalOutput>: Sendable {
    let input: @Sendable (GlobalInput) -> ElementIDAction<ID, Input>?
    let output: @Sendable (ElementIDAction<ID, Output>) -> GlobalOutput

    /// A run of the element with this id.
    func start<State: Sendable, GlobalState>(
        _ start: EffectStart<Input, Output, State>,
        _ id: ID,
        _ element: @escaping @Sendable (ID, GlobalState) -> State?
    ) -> EffectStart<GlobalInput, GlobalOutput, GlobalState> {
        start.lifted(
            to: EffectKey(id),
            { [input] global in
                guard let local = input(global), local.id == id else { return nil }
                return local.action
            },
            { [output] action in output(ElementIDAction(id: id, action: action)) },
            { element(id, $0) }
        )
    }
}
