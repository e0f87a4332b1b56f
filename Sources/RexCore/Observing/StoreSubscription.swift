// SPDX-License-Identifier: MIT

/// An observation, which goes on until it is cancelled or dropped, or its store ends.
///
/// Two subscriptions are equal only if they are the same one.
public final class StoreSubscription: Sendable {
    private let end: Lock<(@Sendable () -> Void)?>

    /// Makes the observation of a ``StateProvider`` of your own.
    ///
    /// ```swift
    /// StoreSubscription { [observers] in observers.remove(id) }
    /// ```
    ///
    /// - Parameter cancel: called once, when the observation is cancelled or dropped, on the thread
    ///   that does it.
    public init(_ cancel: @escaping @Sendable () -> Void) {
        end = Lock(cancel)
    }

    deinit {
        cancel()
    }

    /// Ends the observation; doing so again does nothing.
    ///
    /// Allowed everywhere, also while a reducer releases an old state. On the thread on which the
    /// store is processing, in an observer for example, it takes effect at once. On another thread,
    /// while the store is notifying its observers, the observer may be notified one last time.
    public func cancel() {
        let end = self.end.withLock { $0.take() }
        end?()
    }

    /// Puts this subscription into a set, which keeps it going.
    public func store(in subscriptions: inout Set<StoreSubscription>) {
        subscriptions.insert(self)
    }

    /// Puts this subscription at the end of a collection, which keeps it going.
    public func store(in subscriptions: inout some RangeReplaceableCollection<StoreSubscription>) {
        subscriptions.append(self)
    }
}

extension StoreSubscription: Hashable {
    /// Returns true if both are the same subscription.
    public static func == (lhs: StoreSubscription, rhs: StoreSubscription) -> Bool { lhs === rhs }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
