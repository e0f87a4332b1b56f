// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import RexCore

struct NamesWorld: Sendable {
    let namesFile: StateFile<[String]>
}

let names = Feature<String, [String], NamesWorld> { name, names in names.append(name) }

/// Returns the names that a second store has saved after the first store saved some.
public func namesAfterARestart() -> [String] {
    let world = NamesWorld(namesFile: StateFile(at: "names.state", storage: .memory))
    for name in ["Ada", "Grace"] {
        let saved = (try? world.namesFile.load()) ?? []
        let store = Store(
            initialState: saved,
            feature: names <> .saving({ $0 }, to: \.namesFile, within: .seconds(10)),
            dependencies: world
        )
        store.dispatch(name)
    }
    return (try? world.namesFile.load()) ?? []
}
