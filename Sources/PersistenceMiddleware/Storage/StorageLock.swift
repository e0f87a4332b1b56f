// SPDX-License-Identifier: MIT

import RexCore

/// The right to be the only one who uses what is under a path; see ``Storage/lock(_:)``.
public final class StorageLock: Sendable {
    private let release: Lock<(@Sendable () -> Void)?>
    private let isValid: @Sendable () -> Bool

    /// Makes a lock that calls `release` once: at ``unlock()``, or with its last reference.
    ///
    /// - Parameters:
    ///   - isValid: returns false once others could take the lock although it was not given back, as
    ///     when its file was removed. It is called on any thread, before each use of the storage.
    ///   - release: lets others have the lock.
    public init(
        isValid: @escaping @Sendable () -> Bool = { true },
        _ release: @escaping @Sendable () -> Void
    ) {
        (self.isValid, self.release) = (isValid, Lock(release))
    }

    /// Whether others are still kept out.
    public var isHeld: Bool { release.withLock { $0 != nil } && isValid() }

    deinit { unlock() }

    /// Lets others have it; doing so again does nothing.
    public func unlock() {
        let release = release.withLock { $0.take() }
        release?()
    }
}
