// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import PublisherMiddleware

/// The dependencies of the app.
struct World: Sendable {
    var lifecycle: any AppLifecyclePublisher
    var sampling: SamplingDependencies
    /// A publisher of the times when the user mutes or unmutes alerts.
    var quietSwitch: @Sendable () -> AnyPublisher<Void, Never>
    var print: @Sendable (String) -> Void
}
