// SPDX-License-Identifier: MIT

/// A moment in the life of a store for which its outputs can leave something to be called.
@usableFromInline package enum StoreMoment: Sendable {
    /// Nothing waits and nothing is processed.
    case idle
    /// The store is gone.
    case end
}
