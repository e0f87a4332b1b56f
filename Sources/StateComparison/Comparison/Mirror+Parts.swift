// SPDX-License-Identifier: MIT

extension Mirror {
    /// The children of the superclasses, the highest first, and the own ones; weak and unowned ones
    /// are not read.
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

/// Stands for a weak or unowned reference, of which only the bits are read.
///
/// The runtime does not say which of both it is, and reading an unowned one whose object is gone
/// ends the process.
private struct WeakReference: CustomReflectable, CustomStringConvertible {
    private let bits: UInt

    init(in value: Any, at offset: Int) {
        bits = Bytes.word(of: value, at: offset)
    }

    var description: String { bits == 0 ? "nil" : "reference@0x\(String(bits, radix: 16))" }
    var customMirror: Mirror { Mirror(self, children: []) }
}
