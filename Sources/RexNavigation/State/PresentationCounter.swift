// SPDX-License-Identifier: MIT

#if DEBUG
public import RexCore
#endif

/// Gives the ids of a container.
@usableFromInline struct PresentationCounter: Hashable, Sendable {
    /// The number of the last id, or 0.
    @usableFromInline var last: Int64 = 0

    @inlinable init() {}

    /// Returns an id that is greater than all earlier ones.
    @inlinable mutating func next() -> PresentationID {
        #if DEBUG
        UnhandledCheck.begin
        #endif
        last += 1
        return PresentationID(number: last)
    }
}
