// SPDX-License-Identifier: MIT

/// Objects that are called one after the other for each action, without being retained and released each time.
///
/// To call a closure of an array retains it and releases it, which costs more than most of these calls themselves.
@usableFromInline package final class Members<Member: AnyObject> {
    @usableFromInline package let all: [Member]
    /// The same objects; ``all`` keeps them.
    @usableFromInline let unretained: [Unmanaged<Member>]

    @inlinable package init(_ members: [Member]) {
        all = members
        unretained = members.map(Unmanaged.passUnretained)
    }

    /// Calls `body` with each of them, in their order.
    @inlinable package func forEach(_ body: (Member) -> Void) {
        unretained.withUnsafeBufferPointer { members in
            for index in members.indices { members[index]._withUnsafeGuaranteedRef(body) }
        }
        // Without this the optimiser may release the objects before the last call.
        withExtendedLifetime(self) {}
    }

    /// Calls `body` with each that `action` can be meant for, in their order; without a table with all.
    @inlinable func forEach<Action>(meantBy action: Action, in table: CaseTable<Action>?, _ body: (Member) -> Void) {
        guard let unretainedTable = table.map(Unmanaged.passUnretained) else { return forEach(body) }
        unretained.withUnsafeBufferPointer { members in
            unretainedTable._withUnsafeGuaranteedRef { table in
                table.forEachPart(meantBy: action) { members[$0]._withUnsafeGuaranteedRef(body) }
            }
        }
        withExtendedLifetime((self, table)) {}
    }
}

extension Members: Sendable where Member: Sendable {}
