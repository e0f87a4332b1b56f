// SPDX-License-Identifier: MIT

import CRexSystem

#if canImport(Glibc) || canImport(Musl)
/// The dispositions of the signals that Rex listens to, and those that they had before.
///
/// `SIGTSTP` has one handler after the other, each for a period of time. So a stop says in which
/// period the kernel delivered it, however late it comes out of the wire; and whether the guard of
/// ``ProcessControl`` was set then.
struct SignalDispositions {
    static let all: [Int32] = [SIGTERM, SIGINT, SIGHUP, SIGTSTP, SIGCONT]

    private var previous: [Int32: sigaction] = [:]
    private var period = 0

    /// Returns true if a stop that came out of the wire like this was delivered in the current
    /// period.
    func isOfThisPeriod(_ stop: UInt8) -> Bool {
        SignalWire.mark(in: stop) == period
    }

    /// Sends the signals into the wire, apart from those that end or stop and are ignored.
    ///
    /// `SIGCONT` continues the process even where it is ignored.
    mutating func takeOver() {
        for number in Self.all where number == SIGCONT || rex_signal_is_ignored(number) == 0 {
            var old = sigaction()
            unsafe sigaction(number, nil, &old)
            previous[number] = old
            signal(number, SignalWire.shared.handlers[0])
        }
        beginPeriod()
    }

    /// Restores the previous disposition of all that were taken over.
    mutating func restore() {
        for (number, var old) in previous { unsafe sigaction(number, &old, nil) }
        previous = [:]
    }

    /// Lets `SIGTSTP` stop the process, as by default, until the next period; if it was taken over.
    func allowStop() {
        if previous[SIGTSTP] != nil { rex_signal_default(SIGTSTP) }
    }

    /// Sends `SIGTSTP` into the wire through the next handler, unless it was restored meanwhile.
    mutating func beginPeriod() {
        period = (period + 1) % SignalWire.shared.handlers.count
        if previous[SIGTSTP] != nil { signal(SIGTSTP, SignalWire.shared.handlers[period]) }
    }
}
#endif
