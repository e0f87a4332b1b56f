// SPDX-License-Identifier: MIT

import RexCore
import RexNavigation

struct Screens: Sendable {
    var path = PresentationStack<Int>()
}

let tapped = Reducer<Int, Screens>.reduce { note, screens in screens.path.push(note, from: nil) }

/// Returns the number of screens after a double tap.
public func screensAfterTwoTaps() -> Int {
    let store = Store(initialState: Screens(), reducer: tapped)
    store.dispatch(7)
    store.dispatch(7)
    return store.state.path.count
}
