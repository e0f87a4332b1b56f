// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// The subscribers of a subject, in the order in which they came.
struct Audience<Output, Failure: Error> {
    /// In the order of their ids; nil for those that are gone.
    private(set) var members: [(id: Int, outlet: Outlet<Output, Failure>?)] = []
    private var count = 0
    private var lastID = 0

    var outlets: [Outlet<Output, Failure>] { members.compactMap(\.outlet) }

    mutating func newID() -> Int {
        lastID += 1
        return lastID
    }

    /// Adds a member; those with lower ids may come later.
    mutating func add(_ outlet: Outlet<Output, Failure>, id: Int) {
        members.insert((id, outlet), at: index(of: id))
        count += 1
    }

    /// Takes a member out, to be released outside of the lock.
    ///
    /// - Complexity: O(log *n*) in the members, on average.
    mutating func remove(id: Int) -> Outlet<Output, Failure>? {
        let index = index(of: id)
        guard index < members.count, members[index].id == id, let outlet = members[index].outlet.take() else {
            return nil
        }
        count -= 1
        if count < members.count / 2 { members.removeAll { $0.outlet == nil } }
        return outlet
    }

    mutating func removeAll() -> [Outlet<Output, Failure>] {
        defer {
            members = []
            count = 0
        }
        return outlets
    }

    private func index(of id: Int) -> Int {
        var range = 0..<members.count
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            if members[middle].id < id {
                range = middle + 1..<range.upperBound
            } else {
                range = range.lowerBound..<middle
            }
        }
        return range.lowerBound
    }
}
#endif
