// SPDX-License-Identifier: MIT

#if !canImport(Combine)
internal import RexCore

/// A type-erased cancellable that cancels itself when it is released.
///
/// Two values are equal only if they are the same object. It can be cancelled from any thread if
/// its closure can be called on any thread.
public final class AnyCancellable: Cancellable, Hashable {
    private let canceller: Lock<(any Cancellable)?>

    /// Makes a cancellable that calls `cancel` once, when it is cancelled or released.
    public init(_ cancel: @escaping () -> Void) {
        canceller = Lock(Cancellation(cancel: cancel))
    }

    /// Makes a cancellable that cancels `canceller`, and keeps it alive until then.
    public init<C>(_ canceller: C) where C: Cancellable {
        self.canceller = Lock(canceller)
    }

    deinit {
        cancel()
    }

    /// Cancels the activity and releases its resources.
    ///
    /// Does nothing if it is called again.
    public func cancel() {
        canceller.withLock { $0.take() }?.cancel()
    }

    /// Whether the subscription is known to have ended: it was cancelled, or its publisher
    /// completed.
    package var hasEnded: Bool {
        guard let canceller = canceller.withLock({ $0 }) else { return true }
        return (canceller as? any EndingSubscriber)?.hasEnded ?? false
    }

    /// Stores this cancellable in a set, which keeps it alive.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(self)
    }

    /// Appends this cancellable to a collection, which keeps it alive.
    public func store<C>(in collection: inout C) where C: RangeReplaceableCollection, C.Element == AnyCancellable {
        collection.append(self)
    }

    /// Compares the identities.
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
