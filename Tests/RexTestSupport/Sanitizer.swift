// SPDX-License-Identifier: MIT

import Foundation
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

/// Whether tests that repeat something do so a few times only: in a debug build, under a sanitizer, or with FEW_ROUNDS=1 in the
/// environment.
package let hasFewRounds: Bool = {
    #if DEBUG || THREAD_SANITIZER || ADDRESS_SANITIZER
    true
    #else
    ProcessInfo.processInfo.environment["FEW_ROUNDS"] != nil
    #endif
}()
