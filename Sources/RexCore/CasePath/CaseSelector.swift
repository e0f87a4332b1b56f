// SPDX-License-Identifier: MIT

/// The index of a case in its enum, and a function for the index of any value.
@usableFromInline struct CaseSelector<Root>: Sendable {
    @usableFromInline let index: Int
    /// The number of cases.
    @usableFromInline let count: Int
    /// Returns the index of a value's case.
    @usableFromInline let number: @Sendable (Root) -> Int

    init(index: Int, count: Int, number: @escaping @Sendable (Root) -> Int) {
        self.index = index
        self.count = count
        self.number = number
    }

    @inlinable init(_ index: Int) where Root: CaseIndexed {
        self.index = index
        count = Root.caseCount
        number = { $0.caseIndex }
        precondition(
            0..<count ~= index,
            "A case path has the index \(index), but the enum has \(count) cases. Pass the caseIndex of the case."
        )
    }
}
