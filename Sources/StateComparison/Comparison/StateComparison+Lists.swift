// SPDX-License-Identifier: MIT

extension StateComparison {
    /// Records the removed, inserted and changed elements.
    ///
    /// Equal elements at the beginning and at the end are skipped first, so an inserted or removed
    /// block is found as such. The elements between them are paired in order, unless one list
    /// continues after a gap.
    mutating func compareLists<Element>(_ lists: ListPair<Element>) {
        guard !isProbing || lists.oldCount == lists.newCount else { return record(.deeper) }
        var front = 0
        while front < min(lists.oldCount, lists.newCount), isSame(front, front, of: lists) { front += 1 }
        var old = front..<lists.oldCount
        var new = front..<lists.newCount
        // The elements after the common beginning differ.
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

    /// Compares the elements between the equal ones.
    ///
    /// If both lists have such elements, the first ones differ.
    private mutating func compareMiddle<Element>(
        _ old: inout Range<Int>,
        _ new: inout Range<Int>,
        of lists: ListPair<Element>
    ) {
        var firstElementsDiffer = true
        while !isDone, let oldIndex = old.first, let newIndex = new.first {
            if !firstElementsDiffer, isSame(oldIndex, newIndex, of: lists) {
                old.removeFirst()
                new.removeFirst()
                continue
            }
            firstElementsDiffer = false
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
            || usesElementEquality && lists.areEqual(oldIndex, newIndex)
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
