// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// Something that goes on until it is cancelled or dropped, whatever it is.
///
/// Two of them are equal only if they are the same one. It may be cancelled from any thread, if its
/// closure may.
public final class AnyCancellable: Cancellable, Hashable {
    private let end: Lock<(() -> Void)?>
    private let subscriber: (any EndingSubscriber)?

    /// Makes one that calls `cancel` once, when it is cancelled or dropped.
    public init(_ cancel: @escaping () -> Void) {
        end = Lock(cancel)
        subscriber = nil
    }

    /// Makes one that cancels another, which it keeps alive until then.
    public init<C>(_ canceller: C) where C: Cancellable {
        end = Lock(canceller.cancel)
        subscriber = canceller as? any EndingSubscriber
    }

    deinit {
        cancel()
    }

    /// Ends it and frees what it holds; doing so again does nothing.
    public func cancel() {
        let end = self.end.withLock { $0.take() }
        end?()
    }

    /// Whether the subscription behind this is known to be over: it was cancelled, or its publisher ended.
    package var hasEnded: Bool { end.withLock { $0 == nil } || subscriber?.hasEnded ?? false }

    /// Puts this into a set, which keeps it going.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(self)
    }

    /// Puts this at the end of a collection, which keeps it going.
    public func store<C>(in collection: inout C) where C: RangeReplaceableCollection, C.Element == AnyCancellable {
        collection.append(self)
    }

    /// Whether both are the same.
    public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// A subscriber that knows whether it is over.
protocol EndingSubscriber {
    var hasEnded: Bool { get }
}

@available(*, unavailable)
extension AnyCancellable: Sendable {}
#endif
