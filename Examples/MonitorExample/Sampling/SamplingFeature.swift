// SPDX-License-Identifier: MIT

import PublisherMiddleware
import RexCore

/// Takes samples until the store ends, since the ticks never end.
let sampling = Feature<SamplingAction, SamplingState, SamplingDependencies> { action, sampling in
    if action.isSampled { sampling.count += 1 }
}
.adding(
    MiddlewareReader { dependencies in
        PublisherMiddleware { action in
            guard action.isStart else { return nil }
            return TypedRetainedPublisherAction(description: "samples") { dispatch, _, cancellables, cleanup in
                dependencies.ticks()
                    .handleCleanup(cleanup)
                    .tap {
                        do throws(SampleFailure) {
                            dispatch(.sampled(try dependencies.sample()))
                        } catch {
                            dispatch(.failed(error))
                        }
                    }
                    .store(in: &cancellables)
            }
        }
    }
)
