// SPDX-License-Identifier: MIT

/// Where a store processes its actions.
///
/// A dispatch from the executor itself is processed at once; one from elsewhere hops there. The order in which actions
/// were dispatched is kept, whichever way they came.
///
/// ```swift
/// let store = Store(initialState: 0, reducer: counter, executor: .mainQueue)
/// ```
public struct StoreExecutor: Sendable {
    @usableFromInline let isCurrent: (@Sendable () -> Bool)?
    @usableFromInline let enqueue: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// On whichever thread dispatches: the default.
    public static let immediate = StoreExecutor(isCurrent: nil) { $0() }

    /// Makes an executor of your own, from a run loop or an actor's executor for example.
    ///
    /// - Parameters:
    ///   - isCurrent: whether the calling thread is where actions may be processed. Asked for each dispatch.
    ///   - enqueue: calls what it gets once, there, and not before those that it got earlier.
    public init(
        isCurrent: @escaping @Sendable () -> Bool,
        enqueue: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        self.init(isCurrent: isCurrent as (@Sendable () -> Bool)?, enqueue: enqueue)
    }

    private init(
        isCurrent: (@Sendable () -> Bool)?,
        enqueue: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        self.isCurrent = isCurrent
        self.enqueue = enqueue
    }

    /// Whether work that starts on this thread may stay here.
    @inlinable var staysHere: Bool { isCurrent?() ?? true }
}
