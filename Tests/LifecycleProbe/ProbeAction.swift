// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware

enum ProbeAction: Sendable {
    case lifecycle(AppLifecycleAction)
    /// Is processed until a line of input arrives.
    case work
    /// Causes the action with the next lower number.
    case chain(Int)

    var lifecycle: AppLifecycleAction? {
        if case .lifecycle(let action) = self { action } else { nil }
    }
}
