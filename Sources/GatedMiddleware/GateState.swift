// SPDX-License-Identifier: MIT

/// Where a gate stands: whether the middleware behind it works.
public enum GateState: String, Codable, Hashable, Sendable {
    /// The gate is open: the middleware handles actions, and what it sends passes.
    case active
    /// The gate is closed: the middleware does not handle actions, and what it sends is dropped.
    case bypass
}
