// SPDX-License-Identifier: MIT

import NotesApp
import RexCore
import Testing

/// The map that the inspector shows.
struct MapTests {
    @Test func mapHasEachKindOfRule() {
        func kinds(_ map: FeatureMap) -> Set<String> {
            map.children.map(kinds).reduce([map.step.kind]) { $0.union($1) }
        }
        let rules: Set = ["effect", "request", "bridge", "gate", "presentation", "ending", "outbox", "saving"]
        #expect(kinds(app.map(.rejecting())).isSuperset(of: rules))
    }
}
