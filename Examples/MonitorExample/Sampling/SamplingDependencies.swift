// SPDX-License-Identifier: MIT

import PublisherMiddleware

struct SamplingDependencies: Sendable {
    /// When to take a sample; the first time at once.
    var ticks: @Sendable () -> AnyPublisher<Void, Never>
    var sample: @Sendable () throws(SampleFailure) -> Sample
}
