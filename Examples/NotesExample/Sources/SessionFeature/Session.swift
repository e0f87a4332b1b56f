// SPDX-License-Identifier: MIT

import Prism
package import RexCore

/// What the app knows of its server.
package struct Session: Hashable, Sendable {
    /// False if the app works on this machine alone.
    package let hasServer: Bool
    /// False if the server is on this machine.
    package let needsNetwork: Bool
    package var isConnected = true
    /// False while the app is stopped.
    package var isActive = true
    /// Why the server did not do the last thing that it was asked for; nil if it did.
    package var failure: String?

    package init(hasServer: Bool, needsNetwork: Bool = true) {
        (self.hasServer, self.needsNetwork) = (hasServer, needsNetwork)
    }

    /// True if it makes sense to ask the server for something.
    package var isOnline: Bool { hasServer && isActive && (isConnected || !needsNetwork) }
}

@Prism package enum SessionAction: Hashable, Sendable {
    case connected(Bool)
    case active(Bool)
    case reached
    case failed(String)
}

extension Feature where ActionType == SessionAction, StateType == Session, Dependencies == Void {
    package static var session: Feature {
        Feature { action, session in
            switch action {
            case .connected(let isConnected): session.isConnected = isConnected
            case .active(let isActive): session.isActive = isActive
            case .reached: session.failure = nil
            case .failed(let reason): session.failure = reason
            }
        }
    }
}
