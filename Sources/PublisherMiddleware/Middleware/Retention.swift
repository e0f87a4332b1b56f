// SPDX-License-Identifier: MIT

internal import PublisherKit

/// Decides for how long the cancellables of retained actions are kept.
///
/// What it returns is to be released outside of the lock, since cancelling runs code of the app.
struct Retention {
    enum Run {
        /// The body runs, and this number of cleanups was called already.
        case running(cleanups: Int)
        /// The body has returned, and this number of cleanups is still to come.
        case retained(Set<AnyCancellable>, left: Int)
    }

    private(set) var isOpen = true
    /// The number of retained runs.
    private(set) var count = 0
    private(set) var runs: [Int: Run] = [:]
    private var lastID = 0

    /// A body starts to run.
    mutating func begin() -> Int {
        lastID += 1
        runs[lastID] = .running(cleanups: 0)
        return lastID
    }

    /// A body has run and stored these; what is not to be kept is returned.
    mutating func end(_ id: Int, storing cancellables: Set<AnyCancellable>) -> Set<AnyCancellable> {
        guard case .running(let cleanups) = runs[id] else { return cancellables }
        let left = cancellables.count - cleanups
        guard isOpen, left > 0 else {
            remove(id)
            return cancellables
        }
        runs[id] = .retained(cancellables, left: left)
        count += 1
        return []
    }

    /// A cleanup was called; what is no longer to be kept is returned.
    mutating func cleanUp(_ id: Int) -> Set<AnyCancellable> {
        switch runs[id] {
        case .running(let cleanups):
            runs[id] = .running(cleanups: cleanups + 1)
            return []
        case .retained(let cancellables, let left) where left > 1:
            runs[id] = .retained(cancellables, left: left - 1)
            return []
        case .retained(let cancellables, _):
            count -= 1
            remove(id)
            return cancellables
        case nil:
            // One call too many, or the store is gone.
            return []
        }
    }

    /// The store is gone; everything that was kept is returned, and nothing will be kept.
    mutating func close() -> [Set<AnyCancellable>] {
        isOpen = false
        count = 0
        defer { runs = runs.filter { if case .running = $0.value { true } else { false } } }
        return runs.values.compactMap { if case .retained(let cancellables, _) = $0 { cancellables } else { nil } }
    }

    private mutating func remove(_ id: Int) {
        runs[id] = nil
        // A dictionary never shrinks by itself; a burst of actions is not to cost memory for ever.
        if runs.isEmpty, runs.capacity > 64 { runs = [:] }
    }
}
