// SPDX-License-Identifier: MIT

// The reflection layer: this folder reads metadata, layouts, enum cases and operators of types at run time. The Swift runtime
// does not promise all that this layer relies on: Docs/Design/0008-what-is-not-promised.md lists each assumption, and the test that
// fails first if it is wrong.

import CRexSystem

/// The runtime's metadata of types.
///
/// This is safe because type metadata lives as long as the process, begins with its kind, and is
/// passed to the runtime's own functions. Each index is below the count that they return.
enum Metadata {
    struct Field {
        let name: String
        let type: Any.Type
        let offset: Int
        let isStrong: Bool
        let isVariable: Bool
    }

    // The kinds of types: the first word of their metadata. They are part of the stable ABI.
    static let structure: UInt = 0x200
    static let enumeration: UInt = 0x201
    static let opaque: UInt = 0x300
    static let tuple: UInt = 0x301
    static let function: UInt = 0x302
    static let existential: UInt = 0x303
    static let metatype: UInt = 0x304
    static let existentialMetatype: UInt = 0x306
    static let extendedExistential: UInt = 0x307
    static let fixedArray: UInt = 0x308

    static func kind(of type: Any.Type) -> UInt {
        unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee
    }

    /// Returns whether a type is one of the compiler's own.
    ///
    /// Casting its values traps.
    static func isBuiltin(_ type: Any.Type) -> Bool {
        [opaque, fixedArray].contains(kind(of: type))
    }

    static func isExistential(_ type: Any.Type) -> Bool {
        [existential, extendedExistential].contains(kind(of: type))
    }

    /// Returns the stored properties of a struct or a class, or the elements of a tuple, in the
    /// order of a mirror.
    static func fields(of type: Any.Type) -> [Field] {
        let type = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
        return unsafe (0..<rex_field_count(type)).compactMap { index in
            var field = unsafe rex_field()
            guard let fieldType = unsafe rex_field_type(type, index, &field) else { return nil }
            defer { unsafe field.releaseName?(field.name) }
            return unsafe Field(
                name: field.name.map { unsafe String(cString: $0) } ?? "",
                type: unsafeBitCast(fieldType, to: Any.Type.self),
                offset: rex_field_offset(type, index),
                isStrong: field.isStrong,
                isVariable: field.isVariable
            )
        }
    }

    /// Returns the size of a type's values.
    static func size(of type: Any.Type) -> Int {
        func size<Value>(_ type: Value.Type) -> Int { MemoryLayout<Value>.size }
        return _openExistential(type, do: size)
    }
}
