// SPDX-License-Identifier: MIT

import CRexSystem

/// The mapping from signals to lifecycle events: which signals Rex listens to, and what each means.
///
/// | signal | meaning | actions |
/// |---|---|---|
/// | `SIGTSTP` | ``stop`` | ``toBackground`` |
/// | `SIGCONT` | ``continuation`` | ``toForeground`` |
/// | `SIGTERM`, `SIGINT`, `SIGHUP` | ``end(signal:)`` | ``toBackground`` |
///
/// ``JobControl`` decides when the actions are sent and the process stops or ends.
enum SignalMapping: Equatable {
    /// The process has to stop.
    case stop
    /// The process was continued.
    case continuation
    /// The process has to end.
    case end(signal: Int32)

    static let toForeground: [AppLifecycleAction] = [.willEnterForeground, .didBecomeActive]
    static let toBackground: [AppLifecycleAction] = [.willBecomeInactive, .didEnterBackground]
}

#if canImport(Glibc) || canImport(Musl)
extension SignalMapping {
    /// The signals that Rex listens to.
    static let signals: [Int32] = [SIGTERM, SIGINT, SIGHUP, SIGTSTP, SIGCONT]

    init(_ signal: Int32) {
        switch signal {
        case SIGTSTP: self = .stop
        case SIGCONT: self = .continuation
        default: self = .end(signal: signal)
        }
    }
}
#endif
