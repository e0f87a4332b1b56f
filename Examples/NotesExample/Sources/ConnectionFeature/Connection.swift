// SPDX-License-Identifier: MIT

import Prism
package import RexCore

/// The state of the connection to the server.
package struct Connection: Codable, Hashable, Sendable {
    /// Whether there is a server, or the app works on this machine alone.
    package let hasServer: Bool
    /// Whether the network is needed to reach the server.
    package let needsNetwork: Bool
    package var isConnected = true
    /// Whether the app is running.
    ///
    /// False while it is stopped.
    package var isActive = true
    /// The reason of the last failed request, or nil after a success.
    package var failure: String?

    package init(hasServer: Bool, needsNetwork: Bool = true) {
        (self.hasServer, self.needsNetwork) = (hasServer, needsNetwork)
    }

    /// Whether requests to the server make sense.
    package var isOnline: Bool { hasServer && isActive && (isConnected || !needsNetwork) }
}

@Prism package enum ConnectionAction: Codable, Hashable, Sendable {
    case connected(Bool)
    case active(Bool)
    case reached
    case failed(String)
}

extension Feature where ActionType == ConnectionAction, StateType == Connection, Dependencies == Void {
    package static var connection: Feature {
        Feature { action, connection in
            switch action {
            case .connected(let isConnected): connection.isConnected = isConnected
            case .active(let isActive): connection.isActive = isActive
            case .reached: connection.failure = nil
            case .failed(let reason): connection.failure = reason
            }
        }
    }
}
