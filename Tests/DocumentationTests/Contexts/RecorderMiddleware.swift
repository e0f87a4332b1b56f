// SPDX-License-Identifier: MIT

import Foundation

struct AppAction: Codable, Sendable { static let opened = AppAction() }
struct AppState: Codable, Sendable {}

extension Reducer where ActionType == AppAction {
    static var app: Reducer { .identity }
    static var list: Reducer { .identity }
}

var app: IdentityMiddleware<AppAction, AppAction, AppState> { given() }
var recorder: Recorder<AppAction, AppState> { given() }
var recording: Recording<AppAction, AppState> { given() }
var number: Int { given() }

typealias List = AppState
var sync: IdentityMiddleware<AppAction, AppAction, AppState> { given() }
