// SPDX-License-Identifier: MIT

internal import PublisherKit

/// A pipeline that reports its end.
protocol EndingTap {
    /// Calls `body` with the cancellable of this pipeline when it has ended, unless the cancellable
    /// has been released.
    func whenEnded(_ body: @escaping (AnyCancellable) -> Void)
}
