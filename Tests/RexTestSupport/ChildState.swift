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

/// The state of a child process.
///
/// Only this class signals and reaps the child, so that no signal is sent to a reused process id.
final class ChildState: Sendable {
    private struct Fate {
        var ending: ChildProcess.Ending?
        var processorSeconds = 0.0
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

    /// Kills the child at its deadline.
    func expire() {
        fate.withLock { $0.hasExpired = $0.hasExpired || $0.ending == nil }
        kill()
    }

    /// Returns whether the child was killed at its deadline, but only at the first call after that.
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

    /// The processor time of the child and of the descendants that it waited for, or 0 while it runs.
    var processorSeconds: Double { fate.withLock { $0.processorSeconds } }

    /// Waits for the next stop (`WUNTRACED`) or continuation (`WCONTINUED`).
    ///
    /// Returns its wait status, or nil if the child ended.
    func waitForChange(_ option: Int32) -> Int32? {
        while fate.withLock({ $0.ending == nil }) {
            let status = nextStatus(waiting: option == WUNTRACED ? WSTOPPED : option, taking: option)
            if let status { return status }
        }
        return nil
    }

    /// Waits for a change without holding the lock, then reads it under the lock.
    private func nextStatus(waiting options: Int32, taking option: Int32) -> Int32? {
        var change = unsafe siginfo_t()
        _ = unsafe waitid(P_PID, id_t(processID), &change, WEXITED | WNOWAIT | options)
        return fate.withLock { fate in
            var status: Int32 = 0
            var usage = rusage()
            guard fate.ending == nil, unsafe wait4(processID, &status, WNOHANG | option, &usage) == processID
            else { return nil }
            let isStopOrContinuation = status & 0x7f == 0x7f
            if isStopOrContinuation { return status }
            let killer = status & 0x7f
            fate.processorSeconds = seconds(usage.ru_utime) + seconds(usage.ru_stime)
            fate.ending = killer == 0 ? .exited(status >> 8 & 0xff) : .signalled(killer)
            return nil
        }
    }
}

/// Global because the class's `kill()` would hide the system's function.
private func sendSignal(_ signal: Int32, to process: Int32) {
    _ = kill(process, signal)
}

private func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
}
