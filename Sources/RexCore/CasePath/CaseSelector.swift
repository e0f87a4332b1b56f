// SPDX-License-Identifier: MIT

/// The place of a case among the cases of an enum.
@usableFromInline struct CaseSelector<Root>: Sendable {
    @usableFromInline let index: Int
    /// The count of cases.
    @usableFromInline let count: Int
    /// The place of a value's case.
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
