// SPDX-License-Identifier: MIT

/// Objects that are called one after the other for each action, without being retained and released each time.
///
/// To call a closure of an array retains it and releases it, which costs more than most of these calls themselves.
///
/// It is safe because ``all`` keeps each object as long as the members live, which each method sees to for its calls.
@safe @usableFromInline package final class Members<Member: AnyObject> {
    @usableFromInline package let all: [Member]
    /// The same objects.
    @usableFromInline let unretained: [Unmanaged<Member>]

    @inlinable package init(_ members: [Member]) {
        all = members
        unsafe unretained = unsafe members.map(Unmanaged.passUnretained)
    }

    /// Calls `body` with each of them, in their order.
    @inlinable package func forEach(_ body: (Member) -> Void) {
        unsafe unretained.withUnsafeBufferPointer { members in
            for index in members.indices { unsafe members[index]._withUnsafeGuaranteedRef(body) }
        }
        // Without this the optimiser may release the objects before the last call.
        withExtendedLifetime(self) {}
    }

    /// Calls `body` with each that `action` can match, in their order; without a table with all.
    @inlinable func forEach<Action>(matching action: Action, in table: CaseTable<Action>?, _ body: (Member) -> Void) {
        guard let unretainedTable = unsafe table.map(Unmanaged.passUnretained) else { return forEach(body) }
        unsafe unretained.withUnsafeBufferPointer { members in
            unsafe unretainedTable._withUnsafeGuaranteedRef { table in
                table.forEachMember(matching: action) { unsafe members[$0]._withUnsafeGuaranteedRef(body) }
            }
        }
        withExtendedLifetime((self, table)) {}
    }
}

extension Members: Sendable where Member: Sendable {}
