// SPDX-License-Identifier: MIT

import RexCore

/// The place in the code where a gate was made, and the name of its feature once it has its
/// context.
///
/// Copies of a gate share it, so where features of two names have copies of one gate, the name of
/// the last one counts.
@usableFromInline final class GateSite: Sendable {
    private let call: ActionSource
    private let name = Lock<String?>(nil)

    @usableFromInline init(_ file: String, _ function: String, _ line: UInt) {
        call = .here(file: file, function: function, line: line)
    }

    func setName(_ name: String?) { self.name.withLock { $0 = name } }

    var derivation: GateDerivation { GateDerivation(name: name.withLock { $0 }, call: call) }
}
