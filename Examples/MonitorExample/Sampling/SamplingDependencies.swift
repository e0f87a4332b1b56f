// SPDX-License-Identifier: MIT

import PublisherMiddleware

struct SamplingDependencies: Sendable {
    /// The moments at which to take a sample; the first one is at once.
    var ticks: @Sendable () -> AnyPublisher<Void, Never>
    var sample: @Sendable () throws(SampleFailure) -> Sample
}
