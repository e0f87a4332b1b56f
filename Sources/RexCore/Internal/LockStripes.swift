// SPDX-License-Identifier: MIT

/// A few locks that many objects share.
///
/// A lock for each object would cost more than everything else in it.
package struct LockStripes: Sendable {
    private let locks = (0..<16).map { _ in Lock(()) }

    package init() {}

    /// The lock of the object with this number.
    ///
    /// A thread that has it must not take another lock of the same stripes.
    package subscript(number: Int) -> Lock<Void> { locks[number & 15] }
}
