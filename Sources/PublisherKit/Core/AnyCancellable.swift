// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// A cancellable that is cancelled when it is dropped, and whose own type is erased.
///
/// Two of them are equal only if they are the same one. It may be cancelled from any thread, if its
/// closure may.
public final class AnyCancellable: Cancellable, Hashable {
    private let canceller: Lock<(any Cancellable)?>

    /// Makes one that calls `cancel` once, when it is cancelled or dropped.
    public init(_ cancel: @escaping () -> Void) {
        canceller = Lock(Cancellation(cancel: cancel))
    }

    /// Makes one that cancels another, which it keeps alive until then.
    public init<C>(_ canceller: C) where C: Cancellable {
        self.canceller = Lock(canceller)
    }

    deinit {
        cancel()
    }

    /// Ends it and frees what it holds; doing so again does nothing.
    public func cancel() {
        canceller.withLock { $0.take() }?.cancel()
    }

    /// True if the subscription behind this is known to be over: it was cancelled, or its publisher
    /// ended.
    package var hasEnded: Bool {
        guard let canceller = canceller.withLock({ $0 }) else { return true }
        return (canceller as? any EndingSubscriber)?.hasEnded ?? false
    }

    /// Puts this into a set, which keeps it going.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(self)
    }

    /// Puts this at the end of a collection, which keeps it going.
    public func store<C>(in collection: inout C) where C: RangeReplaceableCollection, C.Element == AnyCancellable {
        collection.append(self)
    }

    /// Equality of the identity.
    public static func == (lhs: AnyCancellable, rhs: AnyCancellable) -> Bool { lhs === rhs }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

private struct Cancellation: Cancellable {
    private let body: () -> Void

    init(cancel: @escaping () -> Void) {
        body = cancel
    }

    func cancel() { body() }
}

@available(*, unavailable)
extension AnyCancellable: Sendable {}
#endif
