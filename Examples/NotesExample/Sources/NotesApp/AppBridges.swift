// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import BridgeMiddleware
import ConnectionFeature
import ListFeature
import NoteFeature
import Notes
import NotesServer
import OutboxFeature
import OutboxMiddleware
import ReachabilityMiddleware
import RequestMiddleware
import RexCore
import RexNavigation
import SearchFeature
import SessionFeature
import SettingsFeature
import Terminal

nonisolated extension BridgeMiddleware
where InputActionType == AppAction, OutputActionType == AppAction, StateType == AppState {
    static let app: BridgeMiddleware =
        BridgeMiddleware()
        .bridge(\AppAction.lifecycle?.didBecomeActive --> AppAction.network(.startMonitoring))
        .bridge(\AppAction.lifecycle?.didBecomeActive --> AppAction.connection(.active(true)))
        .bridge(\AppAction.lifecycle?.didEnterBackground --> AppAction.connection(.active(false)))
        .bridge(\AppAction.lifecycle?.didEnterBackground --> AppAction.network(.stopMonitoring))
        .bridgeWithState { action, state in
            guard let event = action.network, event != .stopMonitoring else { return nil }
            let isConnected = state().network.connectivity != .offline
            return isConnected == state().connection.isConnected ? nil : .connection(.connected(isConnected))
        }
        .bridgeWithState { action, state in
            guard action.inSession?.list?.folder?.answered != nil || action.outbox?.sent != nil else { return nil }
            return state().connection.failure == nil ? nil : .connection(.reached)
        }
        .bridge { action in action.failure.map { .connection(.failed($0)) } }
}

nonisolated extension AppAction {
    /// The reason of a failure.
    fileprivate var failure: String? {
        switch self {
        case .outbox(.failed(_, let reason)): reason
        case .outbox(.storageFailed(let error)): "\(error)"
        case .session(.presented(_, .list(let action))): action.folder?.failed?.message
        case .session(.presented(_, .note(.presented(_, let action)))): action.editing?.failed?.description
        default: nil
        }
    }
}
