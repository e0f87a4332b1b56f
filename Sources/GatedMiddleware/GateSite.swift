// SPDX-License-Identifier: MIT

import RexCore

/// The call that made a gate, and the name of the gate's feature once the gate has received its
/// context.
///
/// Copies of a gate share one site. If features with different names use copies of the same gate,
/// the last name counts.
@usableFromInline final class GateSite: Sendable {
    private let call: ActionSource
    private let name = Lock<String?>(nil)

    @usableFromInline init(_ file: String, _ function: String, _ line: UInt) {
        call = .here(file: file, function: function, line: line)
    }

    func setName(_ name: String?) { self.name.withLock { $0 = name } }

    var derivation: GateDerivation { GateDerivation(name: name.withLock { $0 }, call: call) }
}
