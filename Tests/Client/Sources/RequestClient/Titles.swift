// SPDX-License-Identifier: MIT

import RequestMiddleware
import RexCore

struct Library: Sendable {
    let find: @Sendable (String) async -> String
}

let title = Feature<RequestAction<String, String>, Request<String, String>, Library>.request { word, library in
    await library.find(word)
}

/// Returns the title after a request that replaced another one, and after a later request.
public func titlesOfTwoRequests() async -> [String] {
    let store = Store(initialState: Request(), feature: title, dependencies: Library { $0 })
    store.dispatch(.start("lake"))
    store.dispatch(.start("sea"))
    await store.settled()
    var titles = [store.state.output ?? ""]
    store.dispatch(.start("sea 2"))
    await store.settled()
    titles.append(store.state.output ?? "")
    return titles
}
