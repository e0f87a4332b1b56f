// SPDX-License-Identifier: MIT

import Foundation
package import Testing

extension Trait where Self == ConditionTrait {
    /// Disables a test under ThreadSanitizer, which wraps the signal handlers of a program, and delays a signal until
    /// the receiving thread calls a function that it intercepts.
    package static var needsOwnSignalHandlers: Self {
        #if THREAD_SANITIZER
        .disabled("ThreadSanitizer wraps the signal handlers of the program.")
        #else
        .enabled(if: true)
        #endif
    }

    /// Disables a test under AddressSanitizer, which keeps 256 MB of released memory in its quarantine.
    package static var measuresMemory: Self {
        #if ADDRESS_SANITIZER
        .disabled("AddressSanitizer keeps released memory in a quarantine.")
        #else
        .enabled(if: true)
        #endif
    }
}

/// Whether repeating tests run only a few rounds.
///
/// It is true in debug builds, under a sanitizer, and with FEW_ROUNDS=1 in the environment.
package let hasFewRounds: Bool = {
    #if DEBUG || THREAD_SANITIZER || ADDRESS_SANITIZER
    true
    #else
    ProcessInfo.processInfo.environment["FEW_ROUNDS"] != nil
    #endif
}()
