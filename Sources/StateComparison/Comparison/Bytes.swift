// SPDX-License-Identifier: MIT

import CRexSystem

/// Compares values by their bytes in memory.
///
/// Equal bytes are the same value: the same numbers, and references to the same objects and
/// storage. Different bytes say nothing: equal strings may have two storages, and the gaps between
/// fields may hold anything.
///
/// It is safe because bytes are only read while the value that they belong to is borrowed, and no
/// more than it has.
package enum Bytes {
    /// Returns whether two values of one type have equal bytes.
    static func areEqual(_ old: Any, _ new: Any) -> Bool {
        unsafe withPlaces(of: old, new) { unsafe areEqual($0, $1, count: $2) }
    }

    /// Returns whether a stored property of two structs of one type has equal bytes; functions mean
    /// nothing beyond that.
    static func areEqual(_ old: Any, _ new: Any, in field: Metadata.Field) -> Bool {
        if Metadata.kind(of: field.type) == Metadata.function { return true }
        let size = Metadata.size(of: field.type)
        return unsafe withPlaces(of: old, new) { old, new, count in
            unsafe field.offset + size <= count && areEqual(old + field.offset, new + field.offset, count: size)
        }
    }

    /// A stored property of a struct, whose type the metadata of the struct says.
    static func value(of field: Metadata.Field, in value: Any) -> Any {
        unsafe withPlace(of: value) { place, _ in
            func load<Value>(as type: Value.Type) -> Any {
                unsafe (place + field.offset).assumingMemoryBound(to: type).pointee
            }
            return _openExistential(field.type, do: load)
        }
    }

    /// Calls `body` with the places of two values of one type, and the number of their bytes.
    static func withPlaces(of old: Any, _ new: Any, _ body: (UnsafeRawPointer, UnsafeRawPointer, Int) -> Bool) -> Bool {
        unsafe withPlace(of: old) { old, count in
            unsafe withPlace(of: new) { new, newCount in unsafe count == newCount && body(old, new, count) }
        }
    }

    /// Calls `body` with the place of a value and the number of its bytes.
    ///
    /// The value is opened, since values of the compiler's own types cannot be cast.
    static func withPlace<Result>(of value: Any, _ body: (UnsafeRawPointer, Int) -> Result) -> Result {
        func call<Value>(_ value: Value) -> Result {
            unsafe withUnsafePointer(to: value) { unsafe body(UnsafeRawPointer($0), MemoryLayout<Value>.size) }
        }
        return _openExistential(unboxed(value), do: call)
    }

    /// Returns whether two values, whose type is known, have equal bytes; much faster than for any
    /// two.
    package static func areIdentical<Value>(_ old: Value, _ new: Value) -> Bool {
        unsafe withUnsafeBytes(of: old) { old in
            unsafe withUnsafeBytes(of: new) { unsafe areEqual(old.baseAddress, $0.baseAddress, count: old.count) }
        }
    }

    /// Returns whether `count` bytes at two places are equal; true for none.
    static func areEqual(_ old: UnsafeRawPointer?, _ new: UnsafeRawPointer?, count: Int) -> Bool {
        guard count > 0, let old = unsafe old, let new = unsafe new else { return true }
        return unsafe memcmp(old, new, count) == 0
    }

    /// A word of a value, from some byte on; the bytes behind the value are zero.
    static func word(of value: Any, at offset: Int = 0) -> UInt {
        func word<Value>(_ value: Value) -> UInt {
            unsafe withUnsafeBytes(of: value) { bytes in
                var word: UInt = 0
                unsafe withUnsafeMutableBytes(of: &word) { word in
                    let part = unsafe bytes.dropFirst(offset).prefix(word.count)
                    unsafe word.copyMemory(from: UnsafeRawBufferPointer(rebasing: part))
                }
                return word
            }
        }
        return _openExistential(unboxed(value), do: word)
    }

    /// A value that is not in a second box, as one is that stood in a place of type `Any`.
    private static func unboxed(_ value: Any) -> Any {
        func isBox<Value>(_ value: Value) -> Bool { Metadata.isExistential(Value.self) }
        func takenOut<Value>(as type: Value.Type) -> Any { value as? Value ?? value }
        guard _openExistential(value, do: isBox) else { return value }
        return _openExistential(type(of: value), do: takenOut)
    }
}
