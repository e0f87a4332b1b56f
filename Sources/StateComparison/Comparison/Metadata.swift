// SPDX-License-Identifier: MIT

import CRexSystem

/// What the runtime knows of types, without a value of them.
enum Metadata {
    struct Field {
        let name: String
        let type: Any.Type
        let offset: Int
        let isStrong: Bool
        let isVariable: Bool
    }

    // The kinds of types, as in the first word of what the runtime knows of one; part of the stable ABI.
    static let structure: UInt = 0x200
    static let opaque: UInt = 0x300
    static let tuple: UInt = 0x301
    static let function: UInt = 0x302
    static let existential: UInt = 0x303
    static let metatype: UInt = 0x304
    static let existentialMetatype: UInt = 0x306
    static let extendedExistential: UInt = 0x307
    static let fixedArray: UInt = 0x308

    static func kind(of type: Any.Type) -> UInt {
        unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee
    }

    /// Whether a type is one of the compiler's own, which traps when it is cast.
    static func isBuiltin(_ type: Any.Type) -> Bool {
        [opaque, fixedArray].contains(kind(of: type))
    }

    static func isExistential(_ type: Any.Type) -> Bool {
        [existential, extendedExistential].contains(kind(of: type))
    }

    /// The stored properties of a struct or a class, or the elements of a tuple, in the order of a mirror.
    static func fields(of type: Any.Type) -> [Field] {
        let type = unsafeBitCast(type, to: UnsafeRawPointer.self)
        return (0..<rex_field_count(type)).compactMap { index in
            var field = rex_field()
            guard let fieldType = rex_field_type(type, index, &field) else { return nil }
            defer { field.releaseName?(field.name) }
            return Field(
                name: field.name.map { String(cString: $0) } ?? "",
                type: unsafeBitCast(fieldType, to: Any.Type.self),
                offset: rex_field_offset(type, index),
                isStrong: field.isStrong,
                isVariable: field.isVariable
            )
        }
    }

    /// The size of the values of a type.
    static func size(of type: Any.Type) -> Int {
        func size<Value>(_ type: Value.Type) -> Int { MemoryLayout<Value>.size }
        return _openExistential(type, do: size)
    }
}
