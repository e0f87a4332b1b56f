// SPDX-License-Identifier: MIT

#if DEBUG
/// The runs that a reducer begins while it reduces one action.
///
/// In debug builds, a store reports those that no feature has seen by the end of the action. It
/// collects them only if the process has a request.
@usableFromInline package final class UnhandledRuns: Sendable {
    /// Those of the action that this thread reduces.
    @TaskLocal private static var current: UnhandledRuns?
    @usableFromInline static let areCollected = Lock(false)
    /// Each returns the text about a run that is still unhandled.
    private let texts = Lock<[@Sendable () -> String?]>([])

    /// Begins to collect, in all stores.
    @usableFromInline package static let collect: Void = areCollected.withLock { $0 = true }

    init() {}

    /// Notes that a reducer has begun a run, if one is reducing on this thread.
    ///
    /// - Parameter text: Returns the text about the run, or nil if it is gone or a feature has seen it.
    package static func add(_ text: @escaping @Sendable () -> String?) {
        current?.texts.withLock { $0.append(text) }
    }

    /// Calls `reduce`, and collects its runs.
    @usableFromInline static func collect(in runs: UnhandledRuns?, _ reduce: () -> Void) {
        if runs == nil { reduce() } else { $current.withValue(runs, operation: reduce) }
    }

    /// The runs that no feature has seen so far.
    var all: [@Sendable () -> String?] { texts.withLock(\.self).filter { $0() != nil } }
}
#endif
