// SPDX-License-Identifier: MIT

import Dispatch
import RexCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// What became of a child: the one place that signals and reaps it, so that no signal meets a
/// reused process id.
final class ChildState: Sendable {
    private struct Fate {
        var ending: ChildProcess.Ending?
        var hasExpired = false
        var isReported = false
    }

    let deadline: DispatchTime
    private let processID: Int32
    private let ownGroup: Bool
    private let fate = Lock(Fate())

    init(processID: Int32, ownGroup: Bool, deadline: DispatchTime) {
        self.processID = processID
        self.ownGroup = ownGroup
        self.deadline = deadline
        DispatchQueue.global().asyncAfter(deadline: deadline) { [weak self] in self?.expire() }
    }

    func send(_ signal: Int32) {
        fate.withLock { fate in
            if fate.ending == nil { sendSignal(signal, to: processID) }
        }
    }

    func kill() {
        fate.withLock { fate in
            if fate.ending == nil { sendSignal(SIGKILL, to: ownGroup ? -processID : processID) }
        }
    }

    /// Kills the child because its time is over.
    func expire() {
        fate.withLock { $0.hasExpired = $0.hasExpired || $0.ending == nil }
        kill()
    }

    /// Whether the child has expired and nobody was notified so far.
    func reportsExpiry() -> Bool {
        fate.withLock { fate in
            defer { fate.isReported = fate.hasExpired }
            return fate.hasExpired && !fate.isReported
        }
    }

    func waitForExit() -> ChildProcess.Ending {
        while true {
            if let ending = fate.withLock({ $0.ending }) { return ending }
            _ = nextStatus(waiting: 0, taking: 0)
        }
    }

    /// The wait status of the next stop (`WUNTRACED`) or continuation (`WCONTINUED`), nil when the
    /// child ended instead.
    func waitForChange(_ option: Int32) -> Int32? {
        while fate.withLock({ $0.ending == nil }) {
            let status = nextStatus(waiting: option == WUNTRACED ? WSTOPPED : option, taking: option)
            if let status { return status }
        }
        return nil
    }

    /// Blocks without the lock until there is a change, then takes it under the lock.
    private func nextStatus(waiting options: Int32, taking option: Int32) -> Int32? {
        var change = unsafe siginfo_t()
        _ = unsafe waitid(P_PID, id_t(processID), &change, WEXITED | WNOWAIT | options)
        return fate.withLock { fate in
            var status: Int32 = 0
            guard fate.ending == nil, unsafe waitpid(processID, &status, WNOHANG | option) == processID
            else { return nil }
            let isStopOrContinuation = status & 0x7f == 0x7f
            if isStopOrContinuation { return status }
            let killer = status & 0x7f
            fate.ending = killer == 0 ? .exited(status >> 8 & 0xff) : .signalled(killer)
            return nil
        }
    }
}

/// Stands outside the class, whose own `kill()` hides the system's.
private func sendSignal(_ signal: Int32, to process: Int32) {
    _ = kill(process, signal)
}
