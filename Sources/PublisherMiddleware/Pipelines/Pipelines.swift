// SPDX-License-Identifier: MIT

internal import PublisherKit
internal import RexCore

/// The cancellables of an action's running pipelines.
///
/// Can be used from any thread.
final class Pipelines: Sendable {
    private let cancellables = Lock<Set<AnyCancellable>>([])

    var count: Int {
        prune()
        return cancellables.withLock { $0.count }
    }

    /// Lets `body` change a copy of the set, then applies its changes to the set, which other
    /// threads may have changed meanwhile.
    func run(_ body: (inout Set<AnyCancellable>) -> Void) {
        prune()
        let before = cancellables.withLock { $0 }
        var after = before
        let taps = TapCollector.collect { body(&after) }
        let (added, removed) = (after.subtracting(before), before.subtracting(after))
        cancellables.replace { $0.subtracting(removed).union(added) }
        for tap in taps {
            tap.whenEnded { [weak self] cancellable in self?.remove(cancellable) }
        }
    }

    private func remove(_ cancellable: AnyCancellable) {
        _ = cancellables.withLock { $0.remove(cancellable) }
    }

    /// Removes pipelines that ended without reporting it.
    private func prune() {
        #if !canImport(Combine)
        let ended = cancellables.withLock { $0 }.filter(\.hasEnded)
        if !ended.isEmpty { cancellables.replace { $0.subtracting(ended) } }
        #endif
    }
}

extension Lock {
    /// Replaces the value with the result of `change`, and releases the old value outside of the
    /// lock.
    fileprivate func replace(_ change: (Value) -> Value) {
        _ = withLock { current in
            defer { current = change(current) }
            return current
        }
    }
}
