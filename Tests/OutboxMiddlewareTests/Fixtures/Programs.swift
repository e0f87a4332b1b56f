// SPDX-License-Identifier: MIT

import Foundation

/// How many programs each of the suites of random programs tries.
var programCount: Int {
    if let number = ProcessInfo.processInfo.environment["REX_PROGRAMS"].flatMap(Int.init) { return number }
    #if THREAD_SANITIZER || ADDRESS_SANITIZER
    return 1_000
    #elseif DEBUG
    return 1_000
    #else
    return 100_000
    #endif
}
