// SPDX-License-Identifier: MIT

import Prism
import RexCore

@Prism enum SamplingAction: Sendable {
    case start
    case sampled(Sample)
    case failed(SampleFailure)
}
