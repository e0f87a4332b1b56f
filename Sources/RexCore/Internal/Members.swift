// SPDX-License-Identifier: MIT

/// Objects that are called one after the other for each action, without reference counting.
///
/// Calling the closures of an array retains and releases each of them, which costs more than most
/// of these calls.
///
/// It is safe because ``all`` retains the objects while the members live, and each method keeps the
/// members alive during its calls.
@safe @usableFromInline package final class Members<Member: AnyObject> {
    // These variables change only in `append(_:foundIn:)`, so reading them needs no dynamic check.
    @exclusivity(unchecked) @usableFromInline var objects: [Member] = []
    @exclusivity(unchecked) @usableFromInline var storedCount = 0
    /// Pointers to the objects of ``all``.
    @exclusivity(unchecked) @usableFromInline var unretained: UnsafeMutablePointer<UnsafeRawPointer>
    /// The number of pointers that there is memory for.
    @usableFromInline var capacity: Int
    /// The table that finds the objects, if any.
    ///
    /// It lives as long as they do.
    @usableFromInline var table: (any AnyObject & Sendable)?

    @inlinable package init(_ members: [Member], foundIn table: (any AnyObject & Sendable)? = nil) {
        capacity = members.count
        unsafe unretained = .allocate(capacity: members.count)
        append(members, foundIn: table)
    }

    deinit {
        unsafe unretained.deallocate()
    }

    /// Appends objects, and replaces the table.
    ///
    /// - Precondition: The caller has the only reference to this object.
    /// - Complexity: Amortised O(1) for each new object.
    @inlinable package func append(_ members: [Member], foundIn table: (any AnyObject & Sendable)? = nil) {
        let count = count
        if count + members.count > capacity {
            capacity = max(count + members.count, 2 * capacity)
            let pointers = UnsafeMutablePointer<UnsafeRawPointer>.allocate(capacity: capacity)
            unsafe pointers.moveInitialize(from: unretained, count: count)
            unsafe unretained.deallocate()
            unsafe unretained = pointers
        }
        // Not `enumerated()`: unspecialised, it looks up several types.
        for index in members.indices {
            unsafe (unretained + count + index).initialize(to: Unmanaged.passUnretained(members[index]).toOpaque())
        }
        // The first array is shared, not copied.
        if count == 0 { unsafe objects = members } else { unsafe objects += members }
        unsafe storedCount += members.count
        self.table = table
    }

    /// The objects, in order.
    @inlinable package var all: [Member] { unsafe objects }

    /// The number of objects.
    @inlinable package var count: Int { unsafe storedCount }

    @inlinable subscript(index: Int) -> Unmanaged<Member> { unsafe .fromOpaque(unretained[index]) }

    /// Calls `body` with each object, in order.
    @inlinable @inline(__always) package func forEach(_ body: (Member) -> Void) {
        let count = count
        var index = 0
        while index < count {
            unsafe self[index]._withUnsafeGuaranteedRef(body)
            index += 1
        }
        // Otherwise the optimiser may release the objects before the last call.
        extendLifetime(self)
    }

    /// Joins the results of `body` for all objects, in order.
    @inlinable @inline(__always) package func io<Output>(_ body: (Member) -> IO<Output>) -> IO<Output> {
        var io = IO<Output>.pure()
        let count = count
        var index = 0
        while index < count {
            // Outside of the closure, so that the closure is a single call.
            let next = unsafe self[index]._withUnsafeGuaranteedRef(body)
            io.append(next)
            index += 1
        }
        extendLifetime(self)
        return io
    }

    /// Calls `body` with each object that handles `action`, in order.
    ///
    /// - Parameter table: The table of these members. A reference would be retained for each
    ///   action.
    @inlinable @inline(__always) func forEach<Action>(
        matching action: Action,
        in table: Unmanaged<CaseTable<Action>>,
        _ body: (Member) -> Void
    ) {
        unsafe table._withUnsafeGuaranteedRef { table in
            table.forEachMember(matching: action) { unsafe self[$0]._withUnsafeGuaranteedRef(body) }
        }
        extendLifetime(self)
    }
}

/// Unchecked because of the pointer. Its memory changes only while a single reference exists.
extension Members: @unchecked Sendable where Member: Sendable {}
