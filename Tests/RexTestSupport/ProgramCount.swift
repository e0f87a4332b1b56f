// SPDX-License-Identifier: MIT

import Foundation

/// The number of random programs that a suite tries.
///
/// The environment variable `REX_PROGRAMS` sets it.
package let programCount: Int = {
    if let number = ProcessInfo.processInfo.environment["REX_PROGRAMS"].flatMap(Int.init) { return number }
    return hasFewRounds ? 300 : 100_000
}()
