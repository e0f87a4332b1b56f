// SPDX-License-Identifier: MIT

/// A state that is read where it is.
///
/// A copy would retain all that the state refers to. It is safe because a reference exists only
/// during the call of a function that gets it, and nobody changes the state meanwhile.
@safe @usableFromInline struct StateReference<State> {
    @usableFromInline let pointer: UnsafePointer<State>

    @inlinable init(_ pointer: UnsafePointer<State>) { unsafe self.pointer = pointer }

    /// The state, which the caller may copy.
    @inlinable var value: State { unsafe pointer.pointee }

    /// Calls `body` with a reference to a value.
    @inlinable static func to<Result>(_ value: State, _ body: (StateReference) -> Result) -> Result {
        guard MemoryLayout<State>.size == 0 else {
            return unsafe withUnsafePointer(to: value) { unsafe body(StateReference($0)) }
        }
        // In optimised code, the address of a value without bytes may be null, which would mean nil in an optional
        // reference.
        var byte: UInt8 = 0
        return unsafe withUnsafeMutablePointer(to: &byte) { byte in
            unsafe body(StateReference(UnsafeRawPointer(byte).assumingMemoryBound(to: State.self)))
        }
    }

    /// Calls `body` with a reference to a property, without a copy if it is stored.
    @inlinable func read<Part, Result>(
        _ property: PropertyAccess<State, Part>,
        _ body: (StateReference<Part>) -> Result
    ) -> Result {
        guard let offset = property.offset else { return StateReference<Part>.to(value[keyPath: property.path], body) }
        return unsafe body(
            StateReference<Part>((UnsafeRawPointer(pointer) + offset).assumingMemoryBound(to: Part.self))
        )
    }
}

@available(*, unavailable)
extension StateReference: Sendable {}
