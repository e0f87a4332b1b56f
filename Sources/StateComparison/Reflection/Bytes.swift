// SPDX-License-Identifier: MIT

import RexCore

/// Compares values by their bytes in memory.
///
/// Values with equal bytes are equal: they have the same numbers, and references to the same
/// objects and storage. Different bytes prove nothing: equal strings may have different storage,
/// and padding may contain anything.
///
/// This is safe because bytes are only read while their value is borrowed, and never beyond its
/// size.
package enum Bytes {
    /// Returns whether two values of one type have equal bytes.
    package static func areEqual(_ old: Any, _ new: Any) -> Bool {
        unsafe withAddresses(of: old, new) { unsafe haveSameBytes($0, $1, count: $2) }
    }

    /// Returns whether a stored property of two structs of one type has equal bytes.
    ///
    /// Functions count as equal.
    static func areEqual(_ old: Any, _ new: Any, in field: Metadata.Field) -> Bool {
        if Metadata.kind(of: field.type) == Metadata.function { return true }
        let size = Metadata.size(of: field.type)
        return unsafe withAddresses(of: old, new) { old, new, count in
            unsafe field.offset + size <= count && haveSameBytes(old + field.offset, new + field.offset, count: size)
        }
    }

    /// Returns the value of a stored property of a struct.
    ///
    /// The metadata of the struct has the type.
    static func value(of field: Metadata.Field, in value: Any) -> Any {
        unsafe withAddress(of: value) { place, _ in
            func load<Value>(as type: Value.Type) -> Any {
                unsafe (place + field.offset).assumingMemoryBound(to: type).pointee
            }
            return _openExistential(field.type, do: load)
        }
    }

    /// Calls `body` with the addresses of two values of one type, and their size.
    static func withAddresses(of old: Any, _ new: Any, _ body: (UnsafeRawPointer, UnsafeRawPointer, Int) -> Bool)
        -> Bool
    {
        unsafe withAddress(of: old) { old, count in
            unsafe withAddress(of: new) { new, newCount in unsafe count == newCount && body(old, new, count) }
        }
    }

    /// Calls `body` with the address and the size of a value.
    ///
    /// The existential is opened, since values of the compiler's own types cannot be cast.
    static func withAddress<Result>(of value: Any, _ body: (UnsafeRawPointer, Int) -> Result) -> Result {
        func call<Value>(_ value: Value) -> Result {
            unsafe withUnsafePointer(to: value) { unsafe body(UnsafeRawPointer($0), MemoryLayout<Value>.size) }
        }
        return _openExistential(unboxed(value), do: call)
    }

    /// Returns a word of a value, starting at a byte offset.
    ///
    /// Bytes beyond the end of the value are zero.
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

    /// Removes a second existential box, as around a value that was stored in an `Any`.
    private static func unboxed(_ value: Any) -> Any {
        func isBox<Value>(_ value: Value) -> Bool { Metadata.isExistential(Value.self) }
        func takenOut<Value>(as type: Value.Type) -> Any { value as? Value ?? value }
        guard _openExistential(value, do: isBox) else { return value }
        return _openExistential(type(of: value), do: takenOut)
    }
}
