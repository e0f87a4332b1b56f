// SPDX-License-Identifier: MIT

enum AppAction: Sendable { case lifecycle(AppLifecycleAction) }
struct AppState: Sendable {}
