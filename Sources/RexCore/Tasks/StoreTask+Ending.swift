// SPDX-License-Identifier: MIT

extension StoreTask {
    /// How a task has ended; see ``ending``.
    public enum Ending: Sendable {
        /// Its operation has returned.
        case returned
        /// Its operation has failed with this error, for which somebody had an answer or not.
        case failed(any Error, isCaught: Bool)
        /// It was allowed to take so long, and took longer.
        case timedOut(after: Duration)
        /// It was cancelled, and has returned since: with the ``ActionSource/number`` of the action that did it, nil if none
        /// is known.
        case cancelled(by: Int?)
        /// It was still running when its store ended, and has returned since.
        case endedWithStore
    }
}
