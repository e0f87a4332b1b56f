// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware

enum ProbeAction: Sendable {
    case lifecycle(AppLifecycleAction)
    /// Is processed until a line of input comes.
    case work
    /// Causes the next lower one.
    case chain(Int)

    var lifecycle: AppLifecycleAction? {
        if case .lifecycle(let action) = self { action } else { nil }
    }
}
