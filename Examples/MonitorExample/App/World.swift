// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import PublisherMiddleware

/// All that the app needs from outside of itself.
struct World: Sendable {
    var lifecycle: any AppLifecyclePublisher
    var sampling: SamplingDependencies
    /// The moments at which the user wants alerts to be quiet, or to be heard again.
    var quietSwitch: @Sendable () -> AnyPublisher<Void, Never>
    var print: @Sendable (String) -> Void
}
