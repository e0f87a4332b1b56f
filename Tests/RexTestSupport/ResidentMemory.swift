// SPDX-License-Identifier: MIT

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Returns the peak of this process's resident memory, in kilobytes.
package func peakResidentKilobytes() -> Int {
    var usage = rusage()
    #if canImport(Darwin)
    unsafe getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss / 1024
    #else
    unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
    #endif
}
