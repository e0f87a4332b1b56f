// SPDX-License-Identifier: MIT

public import RexCore

/// How a bridge derived an action: the action that it answered, and the call that added the bridge.
@usableFromInline struct BridgeDerivation<Origin: Sendable>: ActionDerivation {
    @usableFromInline let origin: Origin
    @usableFromInline let site: BridgeSite

    @inlinable init(origin: Origin, site: BridgeSite) {
        self.origin = origin
        self.site = site
    }

    @usableFromInline var step: ActionSource.Step { BridgeSite.step(answering: origin, at: site.call) }
    @usableFromInline var template: ActionSource.Step? { site.template }

    @usableFromInline func step(writing write: (Any) -> String) -> ActionSource.Step {
        BridgeSite.step(answering: write(origin), at: site.call)
    }
}
