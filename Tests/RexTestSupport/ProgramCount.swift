// SPDX-License-Identifier: MIT

import Foundation

/// The number of programs that a suite of random programs tries.
///
/// `REX_PROGRAMS` in the environment sets it.
package let programCount: Int = {
    if let number = ProcessInfo.processInfo.environment["REX_PROGRAMS"].flatMap(Int.init) { return number }
    return hasFewRounds ? 1_000 : 100_000
}()
