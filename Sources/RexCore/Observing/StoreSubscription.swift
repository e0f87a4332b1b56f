// SPDX-License-Identifier: MIT

/// An observation.
///
/// It lasts until the subscription is cancelled or released, or until the store ends.
///
/// A subscription equals only itself.
public final class StoreSubscription: Sendable {
    private let end: Lock<(@Sendable () -> Void)?>

    /// Creates a subscription for a custom ``StateProvider``.
    ///
    /// ```swift
    /// StoreSubscription { [observers] in observers.remove(id) }
    /// ```
    ///
    /// - Parameter cancel: Called once when the subscription is cancelled or released, on that
    ///   thread.
    public init(_ cancel: @escaping @Sendable () -> Void) {
        end = Lock(cancel)
    }

    deinit {
        cancel()
    }

    /// Ends the observation.
    ///
    /// A second call does nothing. It may be called everywhere, also while a reducer releases an
    /// old state. On the processing thread, for example in an observer, it takes effect at once. If
    /// another thread is notifying the observers, this observer may be called one last time.
    public func cancel() {
        let end = self.end.withLock { $0.take() }
        end?()
    }

    /// Inserts this subscription into a set, which keeps it alive.
    @_alwaysEmitIntoClient public func store(in subscriptions: inout Set<StoreSubscription>) {
        subscriptions.insert(self)
    }

    /// Appends this subscription to a collection, which keeps it alive.
    @_alwaysEmitIntoClient public func store(in subscriptions: inout some RangeReplaceableCollection<StoreSubscription>)
    {
        subscriptions.append(self)
    }
}

extension StoreSubscription: Hashable {
    /// Returns whether both are the same subscription.
    public static func == (lhs: StoreSubscription, rhs: StoreSubscription) -> Bool { lhs === rhs }

    /// Hashes the identity of the subscription.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
