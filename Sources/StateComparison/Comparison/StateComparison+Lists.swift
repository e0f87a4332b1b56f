// SPDX-License-Identifier: MIT

extension StateComparison {
    /// Records which elements came, went and changed.
    ///
    /// Elements that are the same at the front and at the back are left out first, so a block that
    /// was put in or taken out is found as such. Between them elements are paired in order, unless
    /// one list goes on after a gap.
    mutating func compareLists<Element>(_ lists: ListPair<Element>) {
        guard !isProbing || lists.oldCount == lists.newCount else { return record(.deeper) }
        var front = 0
        while front < min(lists.oldCount, lists.newCount), isSame(front, front, of: lists) { front += 1 }
        var old = front..<lists.oldCount
        var new = front..<lists.newCount
        // Where the front has ended two elements differ.
        while let oldLast = old.last, let newLast = new.last, oldLast != front || newLast != front,
            isSame(oldLast, newLast, of: lists)
        {
            old.removeLast()
            new.removeLast()
        }
        compareMiddle(&old, &new, of: lists)
        recordRemoved(old, of: lists)
        recordInserted(new, of: lists)
    }

    /// Compares what is between the same elements; if there are two lists of it, they begin with
    /// elements that differ.
    private mutating func compareMiddle<Element>(
        _ old: inout Range<Int>,
        _ new: inout Range<Int>,
        of lists: ListPair<Element>
    ) {
        var areKnown = true
        while !isDone, let oldIndex = old.first, let newIndex = new.first {
            if !areKnown, isSame(oldIndex, newIndex, of: lists) {
                old.removeFirst()
                new.removeFirst()
                continue
            }
            areKnown = false
            switch lists.shift(old, new) {
            case .removed(let count):
                recordRemoved(old.prefix(count), of: lists)
                old.removeFirst(count)
            case .inserted(let count):
                recordInserted(new.prefix(count), of: lists)
                new.removeFirst(count)
            case nil:
                compare(lists.oldElement(oldIndex), lists.newElement(newIndex), at: .element("\(newIndex)"))
                old.removeFirst()
                new.removeFirst()
            }
        }
    }

    private mutating func isSame<Element>(_ oldIndex: Int, _ newIndex: Int, of lists: ListPair<Element>) -> Bool {
        visited += 1
        return lists.areIdentical(oldIndex, newIndex)
            || believesElements && lists.callThemselvesEqual(oldIndex, newIndex)
            || isSame(lists.oldElement(oldIndex), lists.newElement(newIndex))
    }

    private mutating func recordRemoved<Element>(_ range: Range<Int>, of lists: ListPair<Element>) {
        for index in range where !isDone {
            record(.removed(ValueText.short(lists.oldElement(index))), at: .element("\(index)"))
        }
    }

    private mutating func recordInserted<Element>(_ range: Range<Int>, of lists: ListPair<Element>) {
        for index in range where !isDone {
            record(.inserted(ValueText.short(lists.newElement(index))), at: .element("\(index)"))
        }
    }
}
