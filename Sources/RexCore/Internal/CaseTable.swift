// SPDX-License-Identifier: MIT

/// The members of a composition that an action can match, found by the number of the action's case.
///
/// So what an action costs does not depend on how many members there are for other cases.
@usableFromInline final class CaseTable<Action>: Sendable {
    @usableFromInline let number: @Sendable (Action) -> Int
    /// The members for one case only, case after case, those of a case in their order.
    @usableFromInline let selected: [Int]
    /// The offsets in `selected` at which the members of each case begin, and the end of the last
    /// ones.
    @usableFromInline let starts: [Int]
    /// The members for all cases, in their order.
    @usableFromInline let others: [Int]

    /// Up to so many members, calling each of them is as quick.
    @inlinable static var small: Int { 3 }

    /// Makes a table of members, given what is known of the case of each; nil where a table is of
    /// no use.
    @usableFromInline init?(_ selectors: [CaseSelector<Action>?]) {
        guard selectors.count > Self.small, let cases = selectors.lazy.compactMap({ $0 }).first else { return nil }
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

    /// Calls `body` with the number of each member that `action` can match, in their order.
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
