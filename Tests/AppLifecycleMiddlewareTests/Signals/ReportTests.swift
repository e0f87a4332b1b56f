// SPDX-License-Identifier: MIT

#if canImport(Glibc)
import AppLifecycleMiddleware
import Glibc
import RexCore
import RexTestSupport
import Testing

/// When a signal counts as processed.
@Suite(.needsOwnSignalHandlers) struct ReportTests {
    /// The alarm ends the process if it waits forever.
    @Test func signalIsProcessedAtOnceWhenItsLastReceiverIsRemoved() async {
        await #expect(processExitsWith: .signal(SIGTERM)) {
            alarm(20)
            let end = Lock<(@Sendable () -> Void)?>(nil)
            let receiver = AppLifecycleReceiver { action in
                if action == .didEnterBackground { end.withLock { $0.take() }?() }
            }
            let cancel = SignalPublisher().subscribe(receiver)
            end.withLock { $0 = cancel }
            kill(getpid(), SIGTERM)
            while true { pause() }
        }
    }

    /// Of two receivers, the second one is slow: it is done after many threads have come and gone.
    @Test func signalIsProcessedWhenTheSlowestReceiverIsDone() async {
        await #expect(processExitsWith: .exitCode(7)) {
            alarm(20)
            let done = Lock(false)
            let publisher = SignalPublisher { _ in _exit(done.withLock { $0 } ? 7 : 1) }
            let quick = publisher.subscribe(AppLifecycleReceiver { _ in })
            let slow = publisher.subscribe(
                AppLifecycleReceiver { _ in
                } afterPending: { body in
                    _ = JoinableThread {
                        for _ in 0..<500 { JoinableThread {}.join() }
                        done.withLock { $0 = true }
                        body()
                    }
                }
            )
            kill(getpid(), SIGTERM)
            while true { pause() }
            withExtendedLifetime((quick, slow)) {}
        }
    }
}
#endif
