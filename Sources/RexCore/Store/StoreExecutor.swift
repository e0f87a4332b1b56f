// SPDX-License-Identifier: MIT

/// The place where a store processes its actions.
///
/// A dispatch from the place itself is processed before it returns; one from elsewhere hops there
/// and returns at once. The order in which actions were dispatched is kept, whichever way they
/// came.
///
/// ```swift
/// let store = Store(initialState: 0, reducer: counter, executor: .mainQueue)
/// ```
public struct StoreExecutor: Sendable {
    @usableFromInline let isCurrent: (@Sendable () -> Bool)?
    @usableFromInline let enqueue: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// Asked behind an action while others wait: whether these are left to `enqueue` once more.
    @usableFromInline let shouldYield: (@Sendable () -> Bool)?

    /// True if the place is known to be the main queue, where nothing happens while the main actor
    /// has its turn.
    package let isMainQueue: Bool

    /// The thread that dispatches, whichever it is: the default.
    ///
    /// - Warning: An observer is called on that thread. One that uses `MainActor.assumeIsolated`
    ///   ends the program as soon as an action is dispatched off the main actor; see ``mainQueue``.
    public static let immediate = StoreExecutor(isCurrent: nil) { $0() }

    /// Makes an executor of another place, such as a run loop or the executor of an actor.
    ///
    /// - Parameters:
    ///   - isCurrent: whether the calling thread is that place. Asked for each dispatch.
    ///   - enqueue: calls what it gets there, once and in the order in which it got it.
    public init(
        isCurrent: @escaping @Sendable () -> Bool,
        enqueue: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        self.init(isCurrent: isCurrent, isMainQueue: false, enqueue: enqueue)
    }

    /// Makes an executor whose place may do something else between two actions that wait.
    package init(
        isCurrent: @escaping @Sendable () -> Bool,
        shouldYield: @escaping @Sendable () -> Bool,
        enqueue: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        self.init(isCurrent: isCurrent, isMainQueue: false, shouldYield: shouldYield, enqueue: enqueue)
    }

    @usableFromInline init(
        isCurrent: (@Sendable () -> Bool)?,
        isMainQueue: Bool = false,
        shouldYield: (@Sendable () -> Bool)? = nil,
        enqueue: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        self.isCurrent = isCurrent
        self.isMainQueue = isMainQueue
        self.shouldYield = shouldYield
        self.enqueue = enqueue
    }

    /// True on the thread of the executor; observers of a store ask too.
    package var isCurrentExecutor: Bool { isCurrent?() ?? true }

    /// True if work that starts on this thread may stay here.
    @inlinable var mayProcessHere: Bool { isCurrent?() ?? true }
}
