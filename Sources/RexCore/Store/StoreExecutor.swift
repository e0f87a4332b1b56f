// SPDX-License-Identifier: MIT

/// The thread or queue where a store processes its actions.
///
/// An action that is dispatched on the executor's own thread is processed before the dispatch
/// returns. From another thread, the dispatch schedules the processing and returns at once. The
/// order of all dispatches is kept.
///
/// ```swift
/// let store = Store(initialState: 0, reducer: counter, executor: .mainQueue)
/// ```
public struct StoreExecutor: Sendable {
    @usableFromInline let isCurrent: (@Sendable () -> Bool)?
    @usableFromInline package let enqueue: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// Called after an action while others are queued.
    ///
    /// If it returns true, `enqueue` gets the others.
    @usableFromInline let shouldYield: (@Sendable () -> Bool)?

    /// Whether the executor is known to be the main queue, which runs nothing else while code of
    /// the main actor runs.
    package let isMainQueue: Bool

    /// Processes on the dispatching thread, whichever it is.
    ///
    /// This is the default.
    ///
    /// - Warning: Observers are called on the dispatching thread. An observer that uses
    ///   `MainActor.assumeIsolated` ends the program when an action is dispatched off the main
    ///   actor; see ``mainQueue``.
    public static let immediate = StoreExecutor(isCurrent: nil) { $0() }

    /// Creates a custom executor, such as one for a run loop or for the executor of an actor.
    ///
    /// - Parameters:
    ///   - isCurrent: Returns whether the calling thread belongs to the executor. Called for each
    ///     dispatch.
    ///   - enqueue: Calls each function that it gets once on the executor, in the order of the
    ///     calls.
    public init(
        isCurrent: @escaping @Sendable () -> Bool,
        enqueue: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
    ) {
        self.init(isCurrent: isCurrent, isMainQueue: false, enqueue: enqueue)
    }

    /// Creates a custom executor that can do other work between two queued actions, such as the
    /// executor of a test that chooses the order of all steps.
    ///
    /// - Parameters:
    ///   - isCurrent: Returns whether the calling thread belongs to the executor. Called for each
    ///     dispatch.
    ///   - shouldYield: Returns whether the executor wants to do other work first. Called after
    ///     each action behind which another one is queued. If true, the store calls `enqueue` again
    ///     for the rest of the queue.
    ///   - enqueue: Calls each function that it gets once on the executor, in the order of the
    ///     calls.
    public init(
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

    /// Whether the calling thread belongs to the executor, so that it may process actions.
    ///
    /// With ``immediate`` it is true on each thread.
    @inlinable public var isCurrentExecutor: Bool { isCurrent?() ?? true }
}
