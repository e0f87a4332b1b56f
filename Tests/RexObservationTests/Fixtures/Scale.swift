// SPDX-License-Identifier: MIT

/// How often a test does something.
enum Scale {
    /// As often in release builds; a hundredth in debug builds and under sanitizers.
    static func `is`(_ count: Int) -> Int {
        #if DEBUG || THREAD_SANITIZER || ADDRESS_SANITIZER
        count / 100
        #else
        count
        #endif
    }
}
