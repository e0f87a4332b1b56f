// SPDX-License-Identifier: MIT

public import RexCore

/// An action that came over a bridge, and where it came from.
@usableFromInline final class BridgedAction<Origin: Sendable, Action: Sendable>: Answer, ActionSource.Derivation {
    @usableFromInline let action: Action
    @usableFromInline let origin: Origin
    @usableFromInline let site: BridgeSite
    @usableFromInline let past: ActionSource.Past

    @inlinable init(_ action: Action, of origin: Origin, from dispatcher: borrowing ActionSource, at site: BridgeSite) {
        self.action = action
        self.origin = origin
        self.site = site
        past = dispatcher.past
    }

    @usableFromInline var line: String { "Bridged from \(origin) at \(site)" }
}
