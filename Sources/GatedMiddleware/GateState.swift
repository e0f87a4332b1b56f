// SPDX-License-Identifier: MIT

/// The position of a gate.
public enum GateState: String, Codable, Hashable, Sendable {
    /// The gate is open. The middleware handles actions, and the actions that it sends pass.
    case active
    /// The gate is closed. The middleware doesn't handle actions, and the actions that it sends are
    /// dropped.
    case bypass
}
