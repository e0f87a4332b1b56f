// SPDX-License-Identifier: MIT

/// Whether a gated middleware works.
public enum GateState: String, Codable, Hashable, Sendable {
    /// The gate is open: the middleware gets actions, and what it sends passes.
    case active
    /// The gate is closed: the middleware is passed by, and what it sends is dropped.
    case bypass
}
