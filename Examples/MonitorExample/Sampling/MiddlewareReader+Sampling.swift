// SPDX-License-Identifier: MIT

import PublisherMiddleware
import RexCore

extension MiddlewareReader
where
    Dependencies == SamplingDependencies,
    MiddlewareType == PublisherMiddleware<SamplingAction, SamplingState>
{
    /// Takes samples from the start until the store is gone, since the ticks never end.
    static let sampling = MiddlewareReader { dependencies in
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
}
