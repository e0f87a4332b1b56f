// SPDX-License-Identifier: MIT

import Prism

struct DraftsV1: Codable, Sendable { var texts: [String] }
struct DraftsV2: Codable, Sendable { var texts: [String] }
struct Draft: Codable, Sendable, Equatable { var text: String }
struct Drafts: Codable, Sendable, Equatable { var texts: [Draft] = [] }

@Prism enum AppAction: Sendable { case lifecycle(LifecycleAction) }
@Prism enum LifecycleAction: Sendable { case didEnterBackground }
struct AppState: Sendable { var drafts = Drafts() }
struct World: Sendable { var draftsFile: StateFile<Drafts> }

var app: Feature<AppAction, AppState, World> { given() }
var folder: String { given() }
var path: String { given() }
var error: StorageError { given() }
