// SPDX-License-Identifier: MIT

struct SamplingState: Sendable {
    var count = 0
}
