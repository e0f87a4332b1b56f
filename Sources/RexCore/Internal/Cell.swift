// SPDX-License-Identifier: MIT

/// A variable that is shared by reference and used by one thread at a time.
///
/// It uses a pointer, since exclusivity checks for class properties and captured variables cost
/// more than a typical observer.
///
/// The memory is valid as long as the cell lives, and a cell is not Sendable, so it is safe. Code
/// that takes the pointer must keep the cell alive.
@safe @usableFromInline package final class Cell<Value: ~Copyable> {
    @usableFromInline package let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)

    @inlinable package init(_ value: consuming Value) {
        unsafe pointer.initialize(to: value)
    }

    deinit {
        unsafe pointer.deinitialize(count: 1).deallocate()
    }

    /// Calls `body` with the variable in place.
    @inlinable package func withValue<Result: ~Copyable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        try unsafe body(&pointer.pointee)
    }
}

extension Cell {
    @inlinable package var value: Value {
        get { unsafe pointer.pointee }
        set { unsafe pointer.pointee = newValue }
    }

    /// Sets a value.
    ///
    /// Returns whether it differs from the previous one; see ``areSame(_:_:)``.
    @inlinable func changes<Wrapped: Equatable>(to new: Wrapped) -> Bool where Value == Wrapped? {
        if unsafe areSame(pointer.pointee, new) { return false }
        unsafe pointer.pointee = new
        return true
    }
}

@available(*, unavailable)
extension Cell: Sendable where Value: ~Copyable {}

/// Returns an observer that skips values that are the same as the previous one.
///
/// It must not be called concurrently.
@inlinable func changesOnly<Value: Equatable>(_ observer: @escaping (Value) -> Void) -> (Value) -> Void {
    let last = Cell<Value?>(nil)
    return { if last.changes(to: $0) { observer($0) } }
}
