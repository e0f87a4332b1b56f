// SPDX-License-Identifier: MIT

import CRexSystem

#if canImport(Glibc) || canImport(Musl)
/// The pipe through which signals come out of their handler, in the order in which the kernel
/// delivered them.
///
/// A signalfd would need the signals blocked in every thread, those of the app that exist already
/// too, and each process that the app starts would inherit that. It would also merge two equal
/// signals until the first is read. A handler works in any thread, and all that it does is to write
/// one byte here.
struct SignalWire: Sendable {
    /// Lives as long as the process: a handler that has begun before its signal got another
    /// disposition writes here.
    static let shared = SignalWire()

    /// Handlers that write their signal, one for each of the marks that tell periods apart, see
    /// ``SignalDispositions``.
    ///
    /// They are the only code of Rex that runs inside a signal handler. Only the wire hands them
    /// out, so it exists before they are installed, and reading ``shared`` takes no lock there.
    let handlers: [@convention(c) (Int32) -> Void] = [
        { forward($0, mark: 0) }, { forward($0, mark: 1) }, { forward($0, mark: 2) }, { forward($0, mark: 3) },
        { forward($0, mark: 4) }, { forward($0, mark: 5) }, { forward($0, mark: 6) }, { forward($0, mark: 7) },
    ]

    static func signal(in byte: UInt8) -> Int32 {
        numericCast(byte & 0x1f)
    }

    static func mark(in byte: UInt8) -> Int {
        numericCast(byte &>> 5)
    }

    private let readEnd: Int32
    private let writeEnd: Int32

    private init() {
        var ends: [Int32] = [-1, -1]
        let result = unsafe pipe(&ends)
        precondition(
            result == 0,
            "A pipe for signals could not be made: the system refused it with error \(rex_errno())."
        )
        (readEnd, writeEnd) = (ends[0], ends[1])
        for end in ends { _ = rex_fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A full pipe, 65,536 unread signals, must not block a handler.
        _ = rex_fcntl(writeEnd, F_SETFL, O_NONBLOCK)
    }

    /// Makes `receive` return without a signal.
    func wake() {
        send(0)
    }

    /// Waits for signals, and adds those that have come.
    ///
    /// - Parameter milliseconds: How long to wait; nil waits until something comes.
    /// - Returns: False if nothing came in that time. A ``wake()`` and a signal to this thread are
    ///   something.
    @discardableResult
    func receive(into arrivals: inout [UInt8], within milliseconds: Int32? = nil) -> Bool {
        var request = pollfd(fd: readEnd, events: numericCast(POLLIN), revents: 0)
        let ready = unsafe poll(&request, 1, milliseconds ?? -1)
        guard ready > 0 else { return ready < 0 }
        var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        unsafe withUnsafeMutableBytes(of: &bytes) { bytes in
            let count = unsafe read(readEnd, bytes.baseAddress, bytes.count)
            guard count > 0 else { return }
            arrivals += unsafe bytes[..<count].filter { $0 != 0 }
        }
        return true
    }

    private static func forward(_ signal: Int32, mark: UInt8) {
        let error = rex_errno()
        shared.send(UInt8(truncatingIfNeeded: signal) | mark &<< 5)
        rex_set_errno(error)
    }

    private func send(_ byte: UInt8) {
        var byte = byte
        _ = unsafe write(writeEnd, &byte, 1)
    }
}
#endif
