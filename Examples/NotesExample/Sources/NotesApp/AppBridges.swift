// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import BridgeMiddleware
import ListFeature
import NoteFeature
import Notes
import NotesServer
import OutboxFeature
import OutboxMiddleware
import ReachabilityMiddleware
import RequestMiddleware
import RexCore
import SearchFeature
import SessionFeature
import SettingsFeature
import Terminal

nonisolated extension BridgeMiddleware
where InputActionType == AppAction, OutputActionType == AppAction, StateType == AppState {
    static let app: BridgeMiddleware =
        BridgeMiddleware()
        .bridge(\AppAction.lifecycle?.didBecomeActive --> AppAction.network(.startMonitoring))
        .bridge(\AppAction.lifecycle?.didBecomeActive --> AppAction.session(.active(true)))
        .bridge(\AppAction.lifecycle?.didEnterBackground --> AppAction.session(.active(false)))
        .bridge(\AppAction.lifecycle?.didEnterBackground --> AppAction.network(.stopMonitoring))
        .bridgeWithState { action, state in
            guard let event = action.network, event != .stopMonitoring else { return nil }
            let isConnected = state().network.connectivity != .offline
            return isConnected == state().session.isConnected ? nil : .session(.connected(isConnected))
        }
        .bridgeWithState { action, state in
            guard action.list?.folder?.answered != nil || action.outbox?.sent != nil else { return nil }
            return state().session.failure == nil ? nil : .session(.reached)
        }
        .bridge { action in action.failure.map { .session(.failed($0)) } }
}

nonisolated extension AppAction {
    /// The reason of a failure.
    fileprivate var failure: String? {
        switch self {
        case .outbox(.failed(_, let reason)): reason
        case .outbox(.storageFailed(let error)): "\(error)"
        default: list?.folder?.failed?.message ?? draft?.editing?.failed?.description
        }
    }
}
