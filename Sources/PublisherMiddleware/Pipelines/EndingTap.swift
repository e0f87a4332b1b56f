// SPDX-License-Identifier: MIT

internal import PublisherKit

/// A pipeline that reports its end.
protocol EndingTap {
    /// Calls `body` with the cancellable of this pipeline, once it has ended and if someone still
    /// keeps it.
    func whenEnded(_ body: @escaping (AnyCancellable) -> Void)
}
