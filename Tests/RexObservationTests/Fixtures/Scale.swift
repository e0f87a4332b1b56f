// SPDX-License-Identifier: MIT

import RexTestSupport

/// How often a test does something.
enum Scale {
    /// As often in release builds; a hundredth in debug builds and under sanitizers.
    static func `is`(_ count: Int) -> Int {
        hasFewRounds ? count / 100 : count
    }
}
