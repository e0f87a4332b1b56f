// SPDX-License-Identifier: MIT

import CRexSystem

/// The signals that Rex listens to, and the actions that they send.
///
/// | signal | event of ``JobControl`` | actions |
/// |---|---|---|
/// | `SIGTSTP` | `stop` | ``toBackground`` |
/// | `SIGCONT` | `continuation` | ``toForeground`` |
/// | `SIGTERM`, `SIGINT`, `SIGHUP` | `end` | ``toBackground`` |
///
/// ``JobControl`` decides when the actions are sent and the process stops or ends.
enum SignalMapping {
    static let toForeground: [AppLifecycleAction] = [.willEnterForeground, .didBecomeActive]
    static let toBackground: [AppLifecycleAction] = [.willBecomeInactive, .didEnterBackground]

    #if canImport(Glibc) || canImport(Musl)
    /// The signals that Rex listens to.
    static let signals: [Int32] = [SIGTERM, SIGINT, SIGHUP, SIGTSTP, SIGCONT]
    #endif
}
