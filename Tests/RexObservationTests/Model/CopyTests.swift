// SPDX-License-Identifier: MIT

import RexCore
import RexObservation
import Testing

/// Whether a model keeps a state, which makes a reducer copy it.
@MainActor @Suite struct CopyTests {
    /// The storage of a collection, which reports whether it is shared when it is about to change.
    private final class Storage: Sendable {}

    private struct State: Sendable {
        var storage = Storage()
        var copies = 0
        var name = ""
    }

    private func copies(on executor: StoreExecutor, throughAProjection: Bool = false) -> Int {
        let store = Store(
            initialState: State(),
            reducer: .reduce { (name: String, state: inout State) in
                state.name = name
                if !isKnownUniquelyReferenced(&state.storage) { state.copies += 1 }
            },
            executor: executor
        )
        let model = throughAProjection ? ObservableStore(store.mapState { $0 }) : ObservableStore(store)
        let reader = Reader { model.name }
        for name in ["a", "b", "c"] { store.dispatch(name) }
        #expect(reader.values == ["", "a", "b", "c"])
        return store.state.copies
    }

    @Test func modelOfAStoreOnTheMainQueueKeepsNoState() {
        #expect(copies(on: .mainQueue) == 0)
        #expect(copies(on: .mainQueue, throughAProjection: true) == 0)
    }

    @Test func modelOfAnotherStoreKeepsItsState() {
        #expect(copies(on: .immediate) == 3)
    }
}
