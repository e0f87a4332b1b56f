// SPDX-License-Identifier: MIT

extension StoreTask {
    /// The way in which a task has ended; see ``ending``.
    public enum Ending: Sendable {
        /// The operation has returned.
        case returned
        /// The operation has failed with this error, which somebody caught or not.
        case failed(any Error, isCaught: Bool)
        /// The operation took longer than this limit.
        case timedOut(after: Duration)
        /// Cancelled, and returned since: with the ``ActionSource/number`` of the action that did
        /// it, nil if none is known.
        case cancelled(by: Int?)
        /// Still running when the store ended, and returned since.
        case endedWithStore
    }
}
