// SPDX-License-Identifier: MIT

import RexCore

/// The right to be the only one who uses what is under a path; see ``Storage/lock(_:)``.
public final class StorageLock: Sendable {
    private let release: Lock<(@Sendable () -> Void)?>

    /// Makes a lock that calls `release` once: at ``unlock()``, or with its last reference.
    public init(_ release: @escaping @Sendable () -> Void) {
        self.release = Lock(release)
    }

    deinit { unlock() }

    /// Lets others have it; doing so again does nothing.
    public func unlock() {
        let release = release.withLock { $0.take() }
        release?()
    }
}
