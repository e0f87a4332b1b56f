// SPDX-License-Identifier: MIT

import CRexSystem

/// The cases of an enum, learnt from the type.
///
/// It is safe because what the compiler writes of a type lives as long as the process; its form is
/// part of the stable ABI, and everything is left alone whose kind is another one. A value is only
/// read while it is borrowed.
package enum EnumCases {
    /// The names of the cases, those with a payload first, each in the order of their declaration;
    /// empty for other types.
    package static func names(of type: Any.Type) -> [String] {
        #if arch(arm64) && canImport(Darwin)
        // Pointers to descriptors may be signed there.
        return []
        #else
        guard Metadata.kind(of: type) == Metadata.enumeration else { return [] }
        return unsafe names(in: unsafeBitCast(type, to: UnsafePointer<UnsafeRawPointer>.self)[1])
        #endif
    }

    /// The name of the case that a value is in, whatever it says of itself; nil if it is no enum,
    /// or an optional.
    package static func name(of value: Any) -> String? {
        let type = type(of: value)
        guard Metadata.kind(of: type) == Metadata.enumeration else { return nil }
        let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
        return unsafe Bytes.withPlace(of: value) { place, _ in
            unsafe rex_case_name(place, metadata).map { unsafe String(cString: $0) }
        }
    }

    /// Follows the descriptor of an enum to that of its fields, whose records have a name each.
    private static func names(in descriptor: UnsafeRawPointer) -> [String] {
        // Behind flags, parent, name and access function.
        guard let fields = unsafe target(of: descriptor + 16) else { return [] }
        let recordSize = unsafe Int(fields.loadUnaligned(fromByteOffset: 10, as: UInt16.self))
        let count = unsafe Int(fields.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        return (0..<count).compactMap { index in
            // Behind flags and type.
            let name = unsafe target(of: fields + 16 + index * recordSize + 8)
            return unsafe name.map { unsafe String(cString: $0.assumingMemoryBound(to: CChar.self)) }
        }
    }

    /// The target of a relative pointer.
    private static func target(of place: UnsafeRawPointer) -> UnsafeRawPointer? {
        let offset = unsafe place.loadUnaligned(as: Int32.self)
        return unsafe offset == 0 ? nil : place + Int(offset)
    }
}
