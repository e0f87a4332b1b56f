// SPDX-License-Identifier: MIT

#if canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

#if canImport(Glibc) || canImport(Musl)
/// The dispositions of the signals that Rex listens to, and those that they had before.
///
/// Time is cut into periods: each begins when `SIGTSTP` starts to come through the wire. Neighbouring
/// periods have different handlers, so that a stop says in which one the kernel delivered it, however late it comes out
/// of the wire.
struct SignalDispositions {
    static let all: [Int32] = [SIGTERM, SIGINT, SIGHUP, SIGTSTP, SIGCONT]

    private var previous: [Int32: sigaction] = [:]
    private var period = 0

    /// How a stop of this period comes out of the wire.
    var stopByte: UInt8 { SignalWire.byte(of: SIGTSTP, mark: period) }

    /// Sends all five signals into the wire.
    mutating func takeOver() {
        for number in Self.all {
            var old = sigaction()
            sigaction(number, nil, &old)
            let handler = signal(number, SignalWire.handlers[0])
            if (number == SIGHUP || number == SIGTSTP) && Self.isIgnore(handler) {
                sigaction(number, &old, nil)
            } else {
                previous[number] = old
            }
        }
        beginPeriod()
    }

    /// Gives all that were taken over their previous disposition.
    mutating func restore() {
        for (number, var old) in previous { sigaction(number, &old, nil) }
        previous = [:]
    }

    /// Lets `SIGTSTP` stop the process, as by default, if it was taken over.
    func endPeriod() {
        if previous[SIGTSTP] != nil { signal(SIGTSTP, SIG_DFL) }
    }

    /// Sends `SIGTSTP` into the wire again, unless it was given back meanwhile.
    mutating func beginPeriod() {
        period = (period + 1) % SignalWire.handlers.count
        if previous[SIGTSTP] != nil { signal(SIGTSTP, SignalWire.handlers[period]) }
    }

    private static func isIgnore(_ handler: sighandler_t?) -> Bool {
        unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
#endif
