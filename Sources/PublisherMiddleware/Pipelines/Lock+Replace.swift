// SPDX-License-Identifier: MIT

internal import RexCore

extension Lock {
    /// Replaces the value.
    ///
    /// Returns the old one, to be released outside of the lock.
    @discardableResult
    func replace(with value: Value) -> Value {
        withLock { current in
            defer { current = value }
            return current
        }
    }
}
