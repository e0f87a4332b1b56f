// SPDX-License-Identifier: MIT

import RexCore

/// An exclusive lock of a path; see ``Storage/lock(_:)``.
public final class StorageLock: Sendable {
    private let release: Lock<(@Sendable () -> Void)?>
    private let isValid: @Sendable () -> Bool

    /// Makes a lock that calls `release` once: at ``unlock()``, or with its last reference.
    ///
    /// - Parameters:
    ///   - isValid: Returns whether the lock still excludes others, which it does not once its file was
    ///     removed. Called on any thread, before each use of the storage.
    ///   - release: Unlocks the path for others.
    public init(
        isValid: @escaping @Sendable () -> Bool = { true },
        _ release: @escaping @Sendable () -> Void
    ) {
        (self.isValid, self.release) = (isValid, Lock(release))
    }

    /// Whether the lock still excludes others.
    public var isHeld: Bool { release.withLock { $0 != nil } && isValid() }

    deinit { unlock() }

    /// Ends the lock.
    ///
    /// A second call does nothing.
    public func unlock() {
        let release = release.withLock { $0.take() }
        release?()
    }
}
