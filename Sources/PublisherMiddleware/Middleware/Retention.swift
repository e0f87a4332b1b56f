// SPDX-License-Identifier: MIT

internal import PublisherKit

/// Decides how long the cancellables of retained actions are kept.
///
/// Release the cancellables that the methods return outside of the lock, since cancelling runs code
/// of the app.
struct Retention {
    enum Run {
        /// The body is running. `cleanup` has been called `cleanups` times.
        case running(cleanups: Int)
        /// The body has returned. `left` calls of `cleanup` are missing.
        case retained(Set<AnyCancellable>, left: Int)
    }

    private(set) var isOpen = true
    /// The number of retained runs.
    private(set) var count = 0
    private(set) var runs: [Int: Run] = [:]
    private var lastID = 0

    /// Registers a run whose body starts.
    ///
    /// Returns its id.
    mutating func begin() -> Int {
        lastID += 1
        runs[lastID] = .running(cleanups: 0)
        return lastID
    }

    /// Stores the cancellables of a run whose body has returned.
    ///
    /// Returns those to release.
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

    /// Counts a call of `cleanup`.
    ///
    /// Returns the cancellables to release.
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
            // More calls than cancellables, or the store is gone.
            return []
        }
    }

    /// Closes it at the end of the store: returns all stored cancellables, and keeps none from now
    /// on.
    mutating func close() -> [Set<AnyCancellable>] {
        isOpen = false
        count = 0
        defer { runs = runs.filter { if case .running = $0.value { true } else { false } } }
        return runs.values.compactMap { if case .retained(let cancellables, _) = $0 { cancellables } else { nil } }
    }

    private mutating func remove(_ id: Int) {
        runs[id] = nil
        // A dictionary never shrinks by itself, so a burst of actions would use memory forever.
        if runs.isEmpty, runs.capacity > 64 { runs = [:] }
    }
}
