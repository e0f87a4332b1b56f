// SPDX-License-Identifier: MIT

#if canImport(Glibc)
import Glibc
import RexTestSupport
import Testing

@testable import AppLifecycleMiddleware

@Suite struct SignalHubWhiteBoxTests {
    /// ThreadSanitizer sees here whether the lock is taken for what the listener reads; no signal is sent.
    @Test func periodMayBeReadAndReportsMadeWhileReceiversComeAndGo() async {
        await #expect(processExitsWith: .success) {
            let rounds = 201
            onThreads(2) { thread in
                for _ in 0..<rounds {
                    if thread == 0 {
                        SignalPublisher().subscribe(AppLifecycleReceiver { _ in })()
                    } else {
                        _ = SignalHub.shared.isOfThisPeriod(0)
                        SignalHub.shared.report(0)
                    }
                }
            }
            // Each first receiver begins a period, and eight of them make a circle.
            for mark in 0..<8 as Range<UInt8> {
                precondition(SignalHub.shared.isOfThisPeriod(mark << 5) == (Int(mark) == rounds % 8))
            }
        }
    }

    @Test(.needsOwnSignalHandlers) func signalsAreHandledUntilTheLastReceiverHasGone() async {
        await #expect(processExitsWith: .success) {
            for number in SignalDispositions.all { signal(number, SIG_DFL) }
            let leaveLast = SignalPublisher().subscribe(AppLifecycleReceiver { _ in })
            SignalPublisher().subscribe(AppLifecycleReceiver { _ in })()
            precondition(SignalDispositions.all.allSatisfy(isHandled))
            leaveLast()
            precondition(!SignalDispositions.all.contains(where: isHandled))
        }
    }

    /// ThreadSanitizer sees here whether the listener changes the dispositions under the lock.
    @Test func periodMayBeginWhileReceiversComeAndGo() async {
        await #expect(processExitsWith: .success) {
            onThreads(2) { thread in
                for _ in 0..<200 {
                    if thread == 0 {
                        SignalPublisher().subscribe(AppLifecycleReceiver { _ in })()
                    } else {
                        SignalHub.shared.beginPeriod()
                        SignalHub.shared.allowStop()
                    }
                }
            }
        }
    }

    @Test(.needsOwnSignalHandlers) func guardIsRenewedOnceAfterAContinuation() async {
        await #expect(processExitsWith: .success) {
            func period() -> UInt8? { (0..<8 as Range<UInt8>).first { SignalHub.shared.isOfThisPeriod($0 << 5) } }
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
            // The listener has taken all messages when the last receiver has gone.
            SignalPublisher().subscribe(AppLifecycleReceiver { _ in })()
            precondition(SignalHub.shared.takeMessages().isEmpty)
        }
    }

    @Test func signalThatIsPendingIsTakenAlone() async {
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

    /// There is no room for so many signals that nobody reads.
    @Test func fullWireHoldsUpNobody() async {
        await #expect(processExitsWith: .success) {
            for _ in 0..<100_000 { SignalWire.shared.wake() }
        }
    }

    /// A program that this process starts would keep the wire open.
    @Test func descriptorsOfTheWireEndWithTheProgram() async {
        await #expect(processExitsWith: .success) {
            let before = openDescriptors()
            SignalPublisher().subscribe(AppLifecycleReceiver { _ in })()
            let new = openDescriptors().subtracting(before)
            // One of the two may have the number of a descriptor that another thread has closed meanwhile.
            precondition(!new.isEmpty)
            precondition(new.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })
        }
    }
}

private func isHandled(_ number: CInt) -> Bool {
    var action = sigaction()
    unsafe sigaction(number, nil, &action)
    return unsafe action.__sigaction_handler.sa_handler != nil
}

private func openDescriptors() -> Set<CInt> {
    Set((0..<1_000).filter { fcntl($0, F_GETFD) >= 0 })
}
#endif
