// SPDX-License-Identifier: MIT

enum AppAction: Sendable, Equatable { case tick }
struct AppState: Sendable {}

var network: IdentityMiddleware<AppAction, AppAction, AppState> { given() }
var clock: IdentityMiddleware<AppAction, AppAction, AppState> { given() }
