// SPDX-License-Identifier: MIT

extension StoreTask {
    /// The outcome of a task; see ``ending``.
    public enum Ending: Sendable {
        /// The operation has returned.
        case returned
        /// The operation has thrown this error. `isCaught` tells whether the error was handled.
        case failed(any Error, isCaught: Bool)
        /// The operation took longer than this limit.
        case timedOut(after: Duration)
        /// The task was cancelled and has returned: with the ``ActionSource/number`` of the action
        /// that cancelled it, if known.
        case cancelled(by: Int?)
        /// The task was running when the store ended, and has returned.
        case endedWithStore
    }
}
