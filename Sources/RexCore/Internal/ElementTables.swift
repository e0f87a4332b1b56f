// SPDX-License-Identifier: MIT

/// The tables of a lift to a collection: one, or one for each state that contains such a collection.
///
/// Otherwise the lists in the rows of a list would share a table, and their elements would replace each
/// other in it. Only states with an `id` can be told apart.
@usableFromInline final class ElementTables<Whole>: Sendable {
    @usableFromInline let identity: (@Sendable (Whole) -> PartID)? = PartIdentity<Whole>.automatic.read
    @usableFromInline let only = ElementTable()
    /// The tables by the hashes of the ids.
    ///
    /// Two states with one hash share a table.
    private let tables = Lock<[Int: ElementTable]>([:])
    /// Limits the memory for states that are gone.
    private static var limit: Int { 1_000 }

    @usableFromInline init() {}

    /// Returns the table for the collection in a state.
    ///
    /// It is inlined since a call would copy the state, which is seldom needed.
    @inlinable func table(in whole: Whole) -> ElementTable {
        if let identity { table(for: identity(whole)) } else { only }
    }

    @usableFromInline func table(for id: PartID) -> ElementTable {
        let hash = id.hashValue
        return tables.withLock { tables in
            if let table = tables[hash] { return table }
            if tables.count >= Self.limit { tables = [:] }
            let table = ElementTable()
            tables[hash] = table
            return table
        }
    }
}
