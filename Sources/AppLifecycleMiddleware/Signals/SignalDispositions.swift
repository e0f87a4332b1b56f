// SPDX-License-Identifier: MIT

import CRexSystem

#if canImport(Glibc) || canImport(Musl)
/// Installs the handlers of the signals that Rex listens to, and restores the previous
/// dispositions.
///
/// `SIGTSTP` gets a new handler for each period. A stop that is read from the pipe therefore shows
/// the period of its delivery, even if it is read late, and so whether the guard of
/// ``ProcessControl`` was set then.
struct SignalDispositions {
    private var previous: [Int32: sigaction] = [:]
    private var period = 0

    /// Whether a stop that was read from the pipe as this byte was delivered in the current period.
    func isFromCurrentPeriod(_ stop: UInt8) -> Bool {
        SignalPipe.period(in: stop) == period
    }

    /// Sends the signals to the pipe, except ignored signals that end or stop the process.
    ///
    /// An ignored `SIGCONT` is included, since it continues the process nevertheless.
    mutating func install() {
        for number in SignalMapping.signals where number == SIGCONT || rex_signal_is_ignored(number) == 0 {
            var old = sigaction()
            unsafe sigaction(number, nil, &old)
            previous[number] = old
            signal(number, SignalPipe.shared.handlers[0])
        }
        beginPeriod()
    }

    /// Restores the previous disposition of each installed signal.
    mutating func restore() {
        for (number, var old) in previous { unsafe sigaction(number, &old, nil) }
        previous = [:]
    }

    /// Lets `SIGTSTP` stop the process, as by default, until the next period.
    ///
    /// Does nothing if `SIGTSTP` isn't installed.
    func allowStop() {
        if previous[SIGTSTP] != nil { rex_signal_default(SIGTSTP) }
    }

    /// Sends `SIGTSTP` to the pipe through the next handler.
    ///
    /// Does nothing if it isn't installed.
    mutating func beginPeriod() {
        period = (period + 1) % SignalPipe.shared.handlers.count
        if previous[SIGTSTP] != nil { signal(SIGTSTP, SignalPipe.shared.handlers[period]) }
    }
}
#endif
