// SPDX-License-Identifier: MIT

#if canImport(Glibc)
import Glibc
import RexTestSupport
import Testing

@testable import AppLifecycleMiddleware

@Suite(.needsOwnSignalHandlers) struct SignalPipeWhiteBoxTests {
    /// The pipe can't be made here, so the process ends at that point: with status 7 if the
    /// dispositions are still the default ones.
    @Test func noHandlerIsInstalledBeforeThePipeExists() async {
        await #expect(processExitsWith: .exitCode(7)) {
            for number in SignalMapping.signals { signal(number, SIG_DFL) }
            var limit = rlimit(rlim_cur: 3, rlim_max: 3)
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            for trap in [SIGILL, SIGTRAP] {
                signal(trap) { _ in
                    _exit(SignalMapping.signals.allSatisfy { signal($0, SIG_DFL) == nil } ? 7 : 1)
                }
            }
            var dispositions = SignalDispositions()
            dispositions.install()
            _exit(0)
        }
    }

    @Test func pipeIsEmptyAfterAShortReadOrATimeout() async {
        await #expect(processExitsWith: .success) {
            for _ in 0..<33 { SignalPipe.shared.wake() }
            var arrivals: [UInt8] = []
            precondition(!SignalPipe.shared.receive(into: &arrivals))
            precondition(SignalPipe.shared.receive(into: &arrivals))
            precondition(SignalPipe.shared.receive(into: &arrivals, within: 0))
            precondition(arrivals.isEmpty)
        }
    }
}
#endif
