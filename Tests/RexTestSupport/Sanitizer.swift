// SPDX-License-Identifier: MIT

package import Testing

extension Trait where Self == ConditionTrait {
    /// Leaves a test out under ThreadSanitizer, which puts handlers of its own in front of those of a program, and holds
    /// a signal back until the thread that got it calls a function that it knows.
    package static var needsOwnSignalHandlers: Self {
        #if THREAD_SANITIZER
        .disabled("ThreadSanitizer puts its own signal handlers in front of those of the program.")
        #else
        .enabled(if: true)
        #endif
    }
}

/// Whether a test that counts to much is to count to less: in a debug build, or under a sanitizer.
package var isDebugOrSanitized: Bool {
    #if DEBUG || THREAD_SANITIZER || ADDRESS_SANITIZER
    true
    #else
    false
    #endif
}
