// SPDX-License-Identifier: MIT

/// A value that a workload keeps from one run to the next.
///
/// It is unchecked Sendable because a workload uses it on one thread only.
final class Box<Value>: @unchecked Sendable {
    var value: Value

    init(_ value: Value) {
        self.value = value
    }

    /// Changes the value in place.
    ///
    /// The optimiser cannot remove the change, even if the value is never read.
    @inline(__always) func change(_ body: (inout Value) -> Void) { body(&value) }
}
