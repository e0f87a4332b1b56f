// SPDX-License-Identifier: MIT

import CRexSystem

/// The cases of an enum, read from the metadata of its type.
///
/// This is safe because type metadata lives as long as the process and its layout is part of the
/// stable ABI. Types of other kinds are not read. Values are only read while they are borrowed.
package enum EnumCases {
    /// Returns the names of the cases: those with payloads first, each group in the order of
    /// declaration.
    ///
    /// Empty for other types.
    package static func names(of type: Any.Type) -> [String] {
        #if arch(arm64) && canImport(Darwin)
        // Pointers to descriptors may be signed on these platforms.
        return []
        #else
        guard Metadata.kind(of: type) == Metadata.enumeration else { return [] }
        return unsafe names(in: unsafeBitCast(type, to: UnsafePointer<UnsafeRawPointer>.self)[1])
        #endif
    }

    /// Returns the name of a value's case, even if the value has its own description.
    ///
    /// Nil for optionals and for values of other types.
    package static func name(of value: Any) -> String? {
        let type = type(of: value)
        guard Metadata.kind(of: type) == Metadata.enumeration else { return nil }
        let metadata = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
        return unsafe Bytes.withAddress(of: value) { place, _ in
            unsafe rex_case_name(place, metadata).map { unsafe String(cString: $0) }
        }
    }

    /// Returns the names in the field descriptor of an enum's type descriptor.
    private static func names(in descriptor: UnsafeRawPointer) -> [String] {
        // After the flags, the parent, the name and the access function.
        guard let fields = unsafe target(of: descriptor + 16) else { return [] }
        let recordSize = unsafe Int(fields.loadUnaligned(fromByteOffset: 10, as: UInt16.self))
        let count = unsafe Int(fields.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
        return (0..<count).compactMap { index in
            // After the flags and the type.
            let name = unsafe target(of: fields + 16 + index * recordSize + 8)
            return unsafe name.map { unsafe String(cString: $0.assumingMemoryBound(to: CChar.self)) }
        }
    }

    /// Returns the target of a relative pointer.
    private static func target(of place: UnsafeRawPointer) -> UnsafeRawPointer? {
        let offset = unsafe place.loadUnaligned(as: Int32.self)
        return unsafe offset == 0 ? nil : place + Int(offset)
    }
}
