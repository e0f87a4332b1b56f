// SPDX-License-Identifier: MIT

import Prism

@Prism enum AppAction: Sendable {
    case login(LoginAction), profile(ProfileAction), lifecycle(LifecycleAction), reachability(ReachabilityAction)
    case room(ElementIDAction<Int, RoomAction>), outbox(OutboxAction), search(SearchAction), api(APIAction), suggest(
        String
    )
    case close, save
}

@Prism enum LoginAction: Sendable { case succeeded }
@Prism enum LifecycleAction: Sendable { case didBecomeActive, didEnterBackground }
@Prism enum SearchAction: Sendable { case typed(String) }
@Prism enum RoomAction: Sendable { case sent(String) }
enum ProfileAction: Sendable { case load }
enum ReachabilityAction: Sendable { case startMonitoring, stopMonitoring }
enum OutboxAction: Sendable { case add(room: Int, String) }
enum APIAction: Sendable { case find(String) }

struct AppState: Sendable { var isOnline = true }

var middleware: BridgeMiddleware<AppAction, AppAction, AppState> { BridgeMiddleware() }
