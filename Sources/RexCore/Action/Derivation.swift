// SPDX-License-Identifier: MIT

/// How an action came from another, told when someone asks.
@usableFromInline package protocol Derivation: AnyObject, Sendable {
    var past: ActionSource.Past { get }
    /// How many derivations led to the action, this one included.
    var count: Int { get }
    /// What to say of it.
    var line: String { get }
}

extension Derivation {
    @usableFromInline package var count: Int { past.derivations + 1 }
}
