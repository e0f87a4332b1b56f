// SPDX-License-Identifier: MIT

import RexCore

/// The call that made a gate, and whether its reports have observers.
@usableFromInline final class GateSite: Sendable {
    let derivation: GateDerivation
    private let isObserved = AtomicInt32(0)
    private let isKnown = AtomicInt32(0)

    @usableFromInline init(_ file: String, _ function: String, _ line: UInt) {
        derivation = GateDerivation(call: .here(file: file, function: function, line: line))
    }

    /// Whether the reports of the gate may have observers in one of its stores.
    ///
    /// It is read for actions that the gate stops or that are answered, without a lock.
    @usableFromInline var mayBeObserved: Bool { isObserved.load() != 0 || isKnown.load() == 0 }

    /// Finds out whether the store of `output` has observers of the gate's reports.
    ///
    /// It is called after the creation of the store: before, observers may still be added.
    func learn(from output: AnyActionHandler<some Any>) {
        if output.isObserved([.skippedByMiddleware, .rule]) { isObserved.store(1) }
        isKnown.store(1)
    }
}
