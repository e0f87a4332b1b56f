// SPDX-License-Identifier: MIT

import CRexSystem

#if canImport(Glibc) || canImport(Musl)
/// The signal mask of the calling thread.
enum SignalMask {
    /// Blocks the signals.
    ///
    /// Returns the previous mask.
    @discardableResult
    static func block(_ numbers: [Int32]) -> sigset_t {
        change(SIG_BLOCK, set(numbers))
    }

    static func unblock(_ numbers: [Int32]) {
        _ = change(SIG_UNBLOCK, set(numbers))
    }

    static func restore(_ mask: sigset_t) {
        _ = change(SIG_SETMASK, mask)
    }

    /// Whether a blocked signal is pending.
    static func isPending(_ number: Int32) -> Bool {
        var signals = sigset_t()
        unsafe sigpending(&signals)
        return unsafe sigismember(&signals, number) == 1
    }

    /// Takes a blocked signal if it is pending.
    static func takePending(_ number: Int32) {
        var signals = set([number])
        var noTimeout = timespec()
        _ = unsafe sigtimedwait(&signals, nil, &noTimeout)
    }

    private static func change(_ how: Int32, _ signals: sigset_t) -> sigset_t {
        var signals = signals
        var old = sigset_t()
        unsafe pthread_sigmask(how, &signals, &old)
        return old
    }

    private static func set(_ numbers: [Int32]) -> sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for number in numbers { unsafe sigaddset(&signals, number) }
        return signals
    }
}
#endif
