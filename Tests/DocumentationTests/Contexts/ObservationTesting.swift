// SPDX-License-Identifier: MIT

import Prism
import RexNavigation
import RexTesting

@Prism enum AppAction: Sendable, Equatable { case path(PresentationAction<Int>) }
struct AppState: Sendable, Equatable { var path = PresentationStack<Int>() }

var test: TestStore<AppAction, AppState> { given() }
