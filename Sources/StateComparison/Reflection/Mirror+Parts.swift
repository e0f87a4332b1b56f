// SPDX-License-Identifier: MIT

extension Mirror {
    /// Returns the children of all superclasses, the topmost first, and then the own children.
    ///
    /// Weak and unowned references are replaced by placeholders.
    func parts(of value: Any) -> [Child] {
        let shape = TypeShape.of(type(of: value))
        guard shape.hasWeakFields, !(value is any CustomReflectable) else { return allChildren }
        return zip(children.indices, shape.fields).map { index, field in
            field.isStrong ? children[index] : (field.name, WeakReference(in: value, at: field.offset))
        }
    }

    private var allChildren: [Child] {
        (superclassMirror?.allChildren ?? []) + children
    }
}

/// A placeholder for a weak or unowned reference.
///
/// Only its bits are read.
///
/// The runtime does not distinguish weak from unowned references, and reading an unowned reference
/// to a deallocated object traps.
private struct WeakReference: CustomReflectable, CustomStringConvertible {
    private let bits: UInt

    init(in value: Any, at offset: Int) {
        bits = Bytes.word(of: value, at: offset)
    }

    var description: String { bits == 0 ? "nil" : "reference@0x\(String(bits, radix: 16))" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
