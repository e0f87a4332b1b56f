// SPDX-License-Identifier: MIT

internal import RexCore

/// Whether some middleware has taken an action upon itself.
final class Claim: Sendable {
    private let wasMade = Lock(false)

    var isMade: Bool { wasMade.withLock { $0 } }

    func make() {
        wasMade.withLock { $0 = true }
    }
}
