// SPDX-License-Identifier: MIT

/// Finds the members of a composition that handle an action by the index of the action's case.
///
/// The cost of an action doesn't depend on the number of members for other cases.
@usableFromInline final class CaseTable<Action>: Sendable {
    @usableFromInline let number: @Sendable (Action) -> Int
    /// The members for a single case, grouped by case, in their order within a case.
    @usableFromInline let selected: [Int]
    /// The start offset in `selected` for each case, and the end of the last one.
    @usableFromInline let starts: [Int]
    /// The members for all cases, in order.
    @usableFromInline let others: [Int]

    /// Without more members than this, calling all of them is as fast.
    @inlinable static var small: Int { 3 }

    /// Creates a table from the case of each member, nil for members of all cases.
    ///
    /// Returns nil if a table wouldn't help.
    @usableFromInline init?(_ selectors: [CaseSelector<Action>?], ofAtLeast smallest: Int = small + 1) {
        guard selectors.count >= smallest, let cases = selectors.lazy.compactMap({ $0 }).first else { return nil }
        number = cases.number
        var starts = Array(repeating: 0, count: cases.count + 1)
        for case let selector? in selectors { starts[selector.index + 1] += 1 }
        for index in 0..<cases.count { starts[index + 1] += starts[index] }
        self.starts = starts
        var selected = Array(repeating: 0, count: starts[cases.count])
        var others: [Int] = []
        for (member, selector) in selectors.enumerated() {
            if let selector {
                selected[starts[selector.index]] = member
                starts[selector.index] += 1
            } else {
                others.append(member)
            }
        }
        self.selected = selected
        self.others = others
    }

    /// Calls `body` with the index of each member that handles `action`, in order.
    @inlinable func forEachMember(matching action: Action, _ body: (Int) -> Void) {
        let index = number(action)
        var (next, end) = (starts[index], starts[index + 1])
        for other in others {
            while next < end, selected[next] < other {
                body(selected[next])
                next += 1
            }
            body(other)
        }
        while next < end {
            body(selected[next])
            next += 1
        }
    }
}

/// The table of a composition, made when it is first used.
///
/// So appending members one by one makes one table.
@safe @usableFromInline final class LazyCaseTable<Action> {
    // Not used by two threads at once, since it isn't Sendable, and no access calls other code.
    @exclusivity(unchecked) @usableFromInline var isMade = false
    /// A retained pointer: a reference would be retained once more for each action.
    @exclusivity(unchecked) @usableFromInline var table: Unmanaged<CaseTable<Action>>?

    @inlinable init() {}

    deinit { unsafe table?.release() }

    /// Returns the table, or nil if a table wouldn't help.
    @inlinable func table(of selectors: @autoclosure () -> [CaseSelector<Action>?]) -> Unmanaged<CaseTable<Action>>? {
        if unsafe !isMade { make(selectors()) }
        return unsafe table
    }

    @usableFromInline func make(_ selectors: [CaseSelector<Action>?]) {
        unsafe table = CaseTable(selectors).map { unsafe .passRetained($0) }
        unsafe isMade = true
    }
}

@available(*, unavailable)
extension LazyCaseTable: Sendable {}
