// SPDX-License-Identifier: MIT

import RexTestSupport

/// The number of repetitions in a test.
enum Scale {
    /// Returns `count` in release builds, and a hundredth of it in debug builds and under
    /// sanitizers.
    static func `is`(_ count: Int) -> Int {
        hasFewRounds ? count / 100 : count
    }
}
