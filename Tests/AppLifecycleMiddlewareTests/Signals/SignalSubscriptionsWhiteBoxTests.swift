// SPDX-License-Identifier: MIT

#if canImport(Glibc)
import Glibc
import RexTestSupport
import Testing

@testable import AppLifecycleMiddleware

@Suite struct SignalSubscriptionsWhiteBoxTests {
    /// ThreadSanitizer checks here that the listener's data is read under the lock.
    ///
    /// No signal is sent.
    @Test func periodAndReportsCanBeUsedWhileReceiversAreAddedAndRemoved() async {
        await #expect(processExitsWith: .success) {
            let rounds = 201
            onThreads(2) { thread in
                for _ in 0..<rounds {
                    if thread == 0 {
                        SignalPublisher().subscribe(AppLifecycleReceiver { _ in })()
                    } else {
                        _ = SignalSubscriptions.shared.isFromCurrentPeriod(0)
                        SignalSubscriptions.shared.report(0)
                    }
                }
            }
            // Each first receiver begins a period, and the period number wraps around after eight.
            for mark in 0..<8 as Range<UInt8> {
                precondition(SignalSubscriptions.shared.isFromCurrentPeriod(mark << 5) == (Int(mark) == rounds % 8))
            }
        }
    }

    @Test(.needsOwnSignalHandlers) func signalsAreHandledUntilTheLastReceiverIsRemoved() async {
        await #expect(processExitsWith: .success) {
            for number in SignalMapping.signals { signal(number, SIG_DFL) }
            let leaveLast = SignalPublisher().subscribe(AppLifecycleReceiver { _ in })
            SignalPublisher().subscribe(AppLifecycleReceiver { _ in })()
            precondition(SignalMapping.signals.allSatisfy(isHandled))
            leaveLast()
            precondition(!SignalMapping.signals.contains(where: isHandled))
        }
    }

    /// ThreadSanitizer checks here that the listener changes the dispositions under the lock.
    @Test func periodCanBeginWhileReceiversAreAddedAndRemoved() async {
        await #expect(processExitsWith: .success) {
            onThreads(2) { thread in
                for _ in 0..<200 {
                    if thread == 0 {
                        SignalPublisher().subscribe(AppLifecycleReceiver { _ in })()
                    } else {
                        SignalSubscriptions.shared.beginPeriod()
                        SignalSubscriptions.shared.allowStop()
                    }
                }
            }
        }
    }

    @Test(.needsOwnSignalHandlers) func guardIsRenewedOnceAfterAContinuation() async {
        await #expect(processExitsWith: .success) {
            func period() -> UInt8? {
                (0..<8 as Range<UInt8>).first { SignalSubscriptions.shared.isFromCurrentPeriod($0 << 5) }
            }
            let leave = SignalPublisher().subscribe(AppLifecycleReceiver { _ in })
            let first = period()
            kill(getpid(), SIGCONT)
            while period() == first { usleep(1_000) }
            let second = period()
            usleep(50_000)
            precondition(period() == second)
            leave()
        }
    }

    @Test func messageIsTakenOnce() async {
        await #expect(processExitsWith: .success) {
            // The listener has taken all messages when the last receiver has been removed.
            SignalPublisher().subscribe(AppLifecycleReceiver { _ in })()
            precondition(SignalSubscriptions.shared.takeMessages().isEmpty)
        }
    }

    @Test func pendingSignalIsTakenWithoutOthers() async {
        await #expect(processExitsWith: .success) {
            let mask = SignalMask.block([SIGUSR1, SIGUSR2])
            for number in [SIGUSR1, SIGUSR2] { pthread_kill(pthread_self(), number) }
            SignalMask.takePending(SIGUSR1)
            precondition(!SignalMask.isPending(SIGUSR1) && SignalMask.isPending(SIGUSR2))
            SignalMask.takePending(SIGUSR1)
            SignalMask.takePending(SIGUSR2)
            precondition(!SignalMask.isPending(SIGUSR2))
            SignalMask.restore(mask)
        }
    }

    /// Without a reader, the pipe has no room for that number of signals.
    @Test func fullPipeDoesNotBlock() async {
        await #expect(processExitsWith: .success) {
            for _ in 0..<100_000 { SignalPipe.shared.wake() }
        }
    }

    /// A child process would keep the pipe open.
    @Test func descriptorsOfThePipeAreClosedOnExec() async {
        await #expect(processExitsWith: .success) {
            let before = openDescriptors()
            SignalPublisher().subscribe(AppLifecycleReceiver { _ in })()
            let new = openDescriptors().subtracting(before)
            // One of the two may reuse the number of a descriptor that another thread has just
            // closed.
            precondition(!new.isEmpty)
            precondition(new.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })
        }
    }
}

private func isHandled(_ number: CInt) -> Bool {
    let handler = signal(number, SIG_DFL)
    signal(number, handler)
    return handler != nil
}

private func openDescriptors() -> Set<CInt> {
    Set((0..<1_000).filter { fcntl($0, F_GETFD) >= 0 })
}
#endif
