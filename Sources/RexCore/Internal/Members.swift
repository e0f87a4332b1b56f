// SPDX-License-Identifier: MIT

/// Objects that are called one after the other for each action, without being retained and released
/// each time.
///
/// To call a closure of an array retains it and releases it, which costs more than most of these
/// calls themselves.
///
/// It is safe because ``all`` keeps each object as long as the members live, which each method sees
/// to for its calls.
@safe @usableFromInline package final class Members<Member: AnyObject> {
    @usableFromInline package let all: [Member]
    @usableFromInline package let count: Int
    /// The objects of ``all``.
    @usableFromInline let unretained: UnsafeMutablePointer<UnsafeRawPointer>
    /// The table in which they are looked up, if there is one, which lives as long as they do.
    @usableFromInline let table: (any AnyObject & Sendable)?

    @inlinable package init(_ members: [Member], foundIn table: (any AnyObject & Sendable)? = nil) {
        all = members
        self.table = table
        count = members.count
        unsafe unretained = .allocate(capacity: members.count)
        for (index, member) in members.enumerated() {
            unsafe (unretained + index).initialize(to: Unmanaged.passUnretained(member).toOpaque())
        }
    }

    deinit {
        unsafe unretained.deallocate()
    }

    @inlinable subscript(index: Int) -> Unmanaged<Member> { unsafe .fromOpaque(unretained[index]) }

    /// Calls `body` with each of them, in their order.
    @inlinable @inline(__always) package func forEach(_ body: (Member) -> Void) {
        var index = 0
        while index < count {
            unsafe self[index]._withUnsafeGuaranteedRef(body)
            index += 1
        }
        // Without this the optimiser may release the objects before the last call.
        extendLifetime(self)
    }

    /// Returns what `body` returns for each of them, in their order, as one.
    @inlinable @inline(__always) package func io<Output>(_ body: (Member) -> IO<Output>) -> IO<Output> {
        var io = IO<Output>.pure()
        var index = 0
        while index < count {
            // Added out here, so that what is in there is one call.
            let next = unsafe self[index]._withUnsafeGuaranteedRef(body)
            IO.add(next, to: &io)
            index += 1
        }
        extendLifetime(self)
        return io
    }

    /// Calls `body` with each that `action` can match, in their order.
    ///
    /// - Parameter table: the table of these members; a reference would be retained for each
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

/// Unchecked because of the pointer, whose memory nobody changes.
extension Members: @unchecked Sendable where Member: Sendable {}
