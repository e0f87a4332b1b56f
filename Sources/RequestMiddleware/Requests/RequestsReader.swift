// SPDX-License-Identifier: MIT

public import RexCore

/// The removed and the added runs since the last read, each in order.
@usableFromInline typealias RequestsRunChanges<Run> = (removed: [Run], added: [Run])

/// Returns a function that reads a cache only if it has changed.
///
/// Inlinable, since it is called for each action of the store.
@inlinable func ifChanged<Key, Output, Run>(
    _ makeReader: @escaping @Sendable () -> (RequestsContents<Key, Output>) -> RequestsRunChanges<Run>
) -> @Sendable () -> (Requests<Key, Output>) -> RequestsRunChanges<Run> {
    {
        let read = makeReader()
        // The object is kept, so that no later one has its address. Addresses are compared without retaining.
        let last = Cell<(address: ObjectIdentifier?, change: RequestsChange<Key>?)>((nil, nil))
        return { requests in
            guard requests.lastAddress != last.value.address else { return ([], []) }
            last.value = (requests.lastAddress, requests.lastChange)
            return read(requests.contents)
        }
    }
}

/// Returns a function that finds the removed and added runs.
///
/// It reads only the keys that have changed, so that an answer costs O(1) for any number of runs.
///
/// - Parameter run: Returns the run of a needed key, or nil.
@inlinable func runsReader<Key, Output, Run: Hashable>(
    _ run: @escaping @Sendable (RequestsContents<Key, Output>, Key) -> Run?
) -> (RequestsContents<Key, Output>) -> RequestsRunChanges<Run> {
    var last: RequestsChange<Key>?
    var needed: [Key] = []
    var known: [Key: Run] = [:]
    return { contents in
        let keys = contents.keysChanged(since: last) ?? contents.allKeys(neededThen: needed)
        last = contents.changes.last
        if keys.isEmpty { return ([], []) }
        needed = contents.needed
        var removed: [Run] = []
        var added: [Run] = []
        // A key's last change determines its position.
        for key in keys {
            let before = known[key]
            let now = run(contents, key)
            guard before != now else { continue }
            known[key] = now
            if let before { removed.append(before) }
            if let now { added.append(now) }
        }
        return (removed.reversed(), added.reversed())
    }
}

/// Returns a function that finds the removed and added timers.
///
/// It tells each timer the number of the newest key.
@usableFromInline func timersReader<Key, Output>(
    of times: [RequestsAge: Duration]
) -> (RequestsContents<Key, Output>) -> RequestsRunChanges<AgingTimer> {
    let ages = [RequestsAge.fresh, .unneeded, .resting].filter { times[$0] != nil }
    var timers: [RequestsAge: AgingTimer] = [:]
    return { contents in
        var removed: [AgingTimer] = []
        var added: [AgingTimer] = []
        for age in ages {
            let keys = contents.keys(age)
            let before = timers[age]
            if before?.run != keys.timer {
                let now = keys.timer.map(AgingTimer.init)
                timers[age] = now
                if let before { removed.append(before) }
                if let now { added.append(now) }
            }
            timers[age]?.see(keys.last)
        }
        return (removed, added)
    }
}

/// A change of a cache.
///
/// A class, so that each change has an identity. The last change stands for all earlier ones.
@usableFromInline final class RequestsChange<Key: Sendable>: Sendable {
    /// The key whose run or rest has changed, or nil.
    @usableFromInline let key: Key?

    init(_ key: Key?) {
        self.key = key
    }
}
