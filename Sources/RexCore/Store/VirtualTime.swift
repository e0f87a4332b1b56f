// SPDX-License-Identifier: MIT

/// A clock that a test moves, and that begins at zero.
package protocol VirtualTime: Sendable {
    /// The time since the clock was made.
    var elapsed: Duration { get }
}

extension StoreEnvironment {
    /// The time of a clock that a test moves; nil with any other clock.
    package var virtualTime: Duration? { clockBox.flatMap { $0 as? any VirtualTime }?.elapsed }
}
