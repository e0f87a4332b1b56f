// SPDX-License-Identifier: MIT

import PublisherMiddleware

struct SamplingDependencies: Sendable {
    /// A publisher of the times of samples.
    ///
    /// The first one is at once.
    var ticks: @Sendable () -> AnyPublisher<Void, Never>
    var sample: @Sendable () throws(SampleFailure) -> Sample
}
