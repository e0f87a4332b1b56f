// SPDX-License-Identifier: MIT

#if canImport(Glibc)
import Glibc
import RexTestSupport
import Testing

@testable import AppLifecycleMiddleware

@Suite(.needsOwnSignalHandlers) struct SignalWireWhiteBoxTests {
    /// The wire cannot be made here, so the process ends where it would be: with status 7 if the dispositions are still
    /// the default ones then.
    @Test func noHandlerIsInstalledBeforeTheWireExists() async {
        await #expect(processExitsWith: .exitCode(7)) {
            for number in SignalDispositions.all { signal(number, SIG_DFL) }
            var limit = rlimit(rlim_cur: 3, rlim_max: 3)
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            for trap in [SIGILL, SIGTRAP] {
                signal(trap) { _ in
                    _exit(SignalDispositions.all.allSatisfy { signal($0, SIG_DFL) == nil } ? 7 : 1)
                }
            }
            var dispositions = SignalDispositions()
            dispositions.takeOver()
            _exit(0)
        }
    }
}
#endif
