// SPDX-License-Identifier: MIT

public import RexCore

/// The place of a `saving` in code, and its file, whose path is written in code or is where the system
/// keeps files.
@usableFromInline struct SavingDerivation: ActionDerivation {
    let path: String
    let place: ActionSource

    @usableFromInline init(path: String, place: ActionSource) {
        (self.path, self.place) = (path, place)
    }

    @usableFromInline var step: ActionSource.Step { .init(kind: "saving", text: "Saving \(path)", at: place) }

    // It contains names and locations of the code alone.
    @usableFromInline func step(writing write: (Any) -> String) -> ActionSource.Step { step }
}

/// Whether values with different bytes count as different until they are compared exactly: the type
/// has no padding.
@inlinable func bytesDecide<Value>(_ type: Value.Type) -> Bool {
    let word = MemoryLayout<Int>.size
    return type == String.self || MemoryLayout<Value>.size == word && MemoryLayout<Value>.alignment == word
}
