// SPDX-License-Identifier: MIT

import RexCore

/// The operators of a type, looked up once, since a dynamic cast costs more than most other work.
///
/// This is safe because the operators are only called with addresses of values of that type. It is a
/// class, so a use only retains one reference.
@safe final class TypeOperators {
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

    /// Whether the values have a description of their own.
    var haveText: Bool { unsafe text != nil }

    /// Returns the short description, the `description` or the `debugDescription` of a value, or
    /// nil if it has none of these.
    func text(of value: Any) -> String? {
        guard let text = unsafe text else { return nil }
        return unsafe Bytes.withAddress(of: value) { place, _ in unsafe text(place) }
    }

    /// Returns whether two values are equal by `==`, or nil if there is no `==` or the types
    /// differ.
    func areEqual(_ old: Any, _ new: Any) -> Bool? {
        guard let equality = unsafe equality, type(of: old) == type(of: new) else { return nil }
        return unsafe Bytes.withAddresses(of: old, new) { old, new, _ in unsafe equality(old, new) }
    }

    /// Returns the `==` of a type for values in memory.
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
