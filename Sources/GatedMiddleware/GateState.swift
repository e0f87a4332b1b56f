// SPDX-License-Identifier: MIT

/// The position of a gate: open or closed for the middleware behind it.
public enum GateState: String, Codable, Hashable, Sendable {
    /// The gate is open: the middleware handles actions, and what it sends passes.
    case active
    /// The gate is closed: the middleware does not handle actions, and what it sends is dropped.
    case bypass
}
