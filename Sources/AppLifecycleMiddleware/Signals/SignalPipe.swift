// SPDX-License-Identifier: MIT

import CRexSystem

#if canImport(Glibc) || canImport(Musl)
/// A pipe that passes signals from their handlers to the listener thread, in the order in which the
/// kernel delivered them.
///
/// A signalfd would need the signals blocked in every thread, including existing threads of the
/// app, and child processes would inherit that mask. It would also merge two equal signals until
/// the first is read. A handler runs on any thread, and only writes one byte to this pipe.
struct SignalPipe: Sendable {
    /// Exists as long as the process, since a handler may still be running after its signal got
    /// another disposition.
    static let shared = SignalPipe()

    /// Handlers that write their signal to the pipe, one for each period number of
    /// ``SignalDispositions``.
    ///
    /// They are the only code of Rex that runs in a signal handler. They can only be obtained from
    /// an existing pipe, so reading ``shared`` in a handler takes no lock.
    let handlers: [@convention(c) (Int32) -> Void] = [
        { forward($0, period: 0) }, { forward($0, period: 1) }, { forward($0, period: 2) }, { forward($0, period: 3) },
        { forward($0, period: 4) }, { forward($0, period: 5) }, { forward($0, period: 6) }, { forward($0, period: 7) },
    ]

    static func signal(in byte: UInt8) -> Int32 {
        numericCast(byte & 0x1f)
    }

    static func period(in byte: UInt8) -> Int {
        numericCast(byte &>> 5)
    }

    private let readEnd: Int32
    private let writeEnd: Int32

    private init() {
        var readEnd: Int32 = -1
        var writeEnd: Int32 = -1
        // Not blocking, so that a full pipe, of 65,536 unread signals, blocks no handler.
        let isMade = unsafe rex_pipe(&readEnd, &writeEnd)
        precondition(isMade, "Cannot make the pipe for signals: pipe(2) failed with error \(rex_errno()).")
        self.readEnd = readEnd
        self.writeEnd = writeEnd
    }

    /// Makes `receive` return without a signal.
    func wake() {
        send(0)
    }

    /// Waits for signals and appends them to `arrivals`.
    ///
    /// - Parameter milliseconds: The timeout, or nil to wait without limit.
    /// - Returns: Whether the pipe is empty now. False if a signal to this thread ended the wait, or
    ///   if there may be more to read. A ``wake()`` also ends the wait.
    @discardableResult
    func receive(into arrivals: inout [UInt8], within milliseconds: Int32? = nil) -> Bool {
        var request = pollfd(fd: readEnd, events: numericCast(POLLIN), revents: 0)
        let ready = unsafe poll(&request, 1, milliseconds ?? -1)
        guard ready > 0 else { return ready == 0 }
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = unsafe read(readEnd, &bytes, bytes.count)
        guard count > 0 else { return false }
        arrivals += bytes[..<count].filter { $0 != 0 }
        return count < bytes.count
    }

    private static func forward(_ signal: Int32, period: UInt8) {
        let error = rex_errno()
        shared.send(UInt8(truncatingIfNeeded: signal) | period &<< 5)
        rex_set_errno(error)
    }

    private func send(_ byte: UInt8) {
        var byte = byte
        _ = unsafe write(writeEnd, &byte, 1)
    }
}
#endif
