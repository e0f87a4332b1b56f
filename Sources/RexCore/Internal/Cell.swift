// SPDX-License-Identifier: MIT

/// A variable that is shared by reference and used by one thread at a time.
///
/// It is behind a pointer because each access to a variable of a class, or to one that a closure
/// has captured, is checked at run time, which costs more than what observers usually do.
///
/// It is safe because the pointer has a value as long as the cell lives, and because a cell is not
/// Sendable. Who takes the pointer keeps the cell beside it.
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

    /// Keeps a value; whether it differs from the one before it.
    @inlinable func changes<Wrapped: Equatable>(to new: Wrapped) -> Bool where Value == Wrapped? {
        guard unsafe pointer.pointee != new else { return false }
        unsafe pointer.pointee = new
        return true
    }
}

@available(*, unavailable)
extension Cell: Sendable where Value: ~Copyable {}

/// Leaves out each value that equals the one before it; for calls that come one after the other.
@inlinable func changesOnly<Value: Equatable>(_ observer: @escaping (Value) -> Void) -> (Value) -> Void {
    let last = Cell<Value?>(nil)
    return { if last.changes(to: $0) { observer($0) } }
}
