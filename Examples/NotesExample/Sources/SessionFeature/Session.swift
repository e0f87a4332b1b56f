// SPDX-License-Identifier: MIT

public import Prism
public import RexCore

/// What the app knows of its server.
public struct Session: Hashable, Sendable {
    /// False if the app works on this machine alone.
    public let hasServer: Bool
    /// False if the server is on this machine.
    public let needsNetwork: Bool
    public var isConnected = true
    /// False while the app is stopped.
    public var isActive = true
    /// Why the server did not do the last thing that it was asked for; nil if it did.
    public var failure: String?

    public init(hasServer: Bool, needsNetwork: Bool = true) {
        (self.hasServer, self.needsNetwork) = (hasServer, needsNetwork)
    }

    /// True if it makes sense to ask the server for something.
    public var isOnline: Bool { hasServer && isActive && (isConnected || !needsNetwork) }
}

@Prism public enum SessionAction: Hashable, Sendable {
    case connected(Bool)
    case active(Bool)
    case reached
    case failed(String)
}

extension Feature where ActionType == SessionAction, StateType == Session, Dependencies == Void {
    public static var session: Feature {
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
