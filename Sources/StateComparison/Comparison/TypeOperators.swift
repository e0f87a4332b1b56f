// SPDX-License-Identifier: MIT

import RexCore

/// The operators of a type's values, looked up once: to cast a value to a protocol costs more than
/// most of what follows.
///
/// It is safe because it is called with values of the type, each in its place in memory.
@safe struct TypeOperators {
    private let equality: ((UnsafeRawPointer, UnsafeRawPointer) -> Bool)?
    private let text: ((UnsafeRawPointer) -> String)?

    init(of type: Any.Type) {
        if let type = type as? any Equatable.Type {
            unsafe equality = unsafe Self.equality(of: type)
        } else {
            unsafe equality = nil
        }
        if let type = type as? any ShortlyDescribed.Type {
            unsafe text = unsafe Self.shortDescription(of: type)
        } else if let type = type as? any CustomStringConvertible.Type {
            unsafe text = unsafe Self.description(of: type)
        } else if let type = type as? any CustomDebugStringConvertible.Type {
            unsafe text = unsafe Self.debugDescription(of: type)
        } else {
            unsafe text = nil
        }
    }

    /// True if the values have a description of their own.
    var haveText: Bool { unsafe text != nil }

    /// The short text or the `description` of a value, or else the `debugDescription`; nil if it has
    /// none of them.
    func text(of value: Any) -> String? {
        guard let text = unsafe text else { return nil }
        return unsafe Bytes.withPlace(of: value) { place, _ in unsafe text(place) }
    }

    /// Returns whether `==` says that two values are equal; nil if there is none, or the other one
    /// is of another type.
    func areEqual(_ old: Any, _ new: Any) -> Bool? {
        guard let equality = unsafe equality, type(of: old) == type(of: new) else { return nil }
        return unsafe Bytes.withPlaces(of: old, new) { old, new, _ in unsafe equality(old, new) }
    }

    /// The `==` of a type for values in memory.
    static func equality<Value: Equatable>(of type: Value.Type) -> (UnsafeRawPointer, UnsafeRawPointer) -> Bool {
        { unsafe $0.assumingMemoryBound(to: type).pointee == $1.assumingMemoryBound(to: type).pointee }
    }

    private static func shortDescription<Value: ShortlyDescribed>(
        of type: Value.Type
    ) -> (UnsafeRawPointer) -> String {
        { unsafe $0.assumingMemoryBound(to: type).pointee.shortDescription }
    }

    private static func description<Value: CustomStringConvertible>(
        of type: Value.Type
    ) -> (UnsafeRawPointer) -> String {
        { unsafe $0.assumingMemoryBound(to: type).pointee.description }
    }

    private static func debugDescription<Value: CustomDebugStringConvertible>(
        of type: Value.Type
    ) -> (UnsafeRawPointer) -> String {
        { unsafe $0.assumingMemoryBound(to: type).pointee.debugDescription }
    }
}
