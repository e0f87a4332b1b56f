// SPDX-License-Identifier: MIT

/// Objects that are called one after the other, as an object that can be passed on unretained.
@usableFromInline package final class Members<Member: AnyObject> {
    /// The objects, in order.
    @usableFromInline package let all: [Member]

    @inlinable package init(_ members: [Member]) { all = members }

    /// The number of objects.
    @inlinable package var count: Int { all.count }

    /// Calls `body` with each object, in order.
    @inlinable @inline(__always) package func forEach(_ body: (Member) -> Void) { all.forEachUnretained(body) }
}

extension Members: Sendable where Member: Sendable {}
