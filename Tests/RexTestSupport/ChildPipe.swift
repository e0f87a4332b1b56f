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

/// A pipe between a test and its child.
///
/// Neither end is inherited. The child gets a duplicate of its end.
final class ChildPipe: Sendable {
    private struct Ends {
        var read: Int32
        var write: Int32
        var unread: [UInt8] = []
    }

    private let ends: Lock<Ends>

    var readEnd: Int32 { ends.withLock { $0.read } }
    var writeEnd: Int32 { ends.withLock { $0.write } }

    init() throws {
        var descriptors: [Int32] = [-1, -1]
        guard unsafe pipe(&descriptors) == 0 else {
            throw ChildProcess.SpawnFailure(description: "Could not create a pipe: error \(errno).")
        }
        for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        ends = Lock(Ends(read: descriptors[0], write: descriptors[1]))
    }

    deinit {
        closeReadEnd()
        closeWriteEnd()
    }

    func closeReadEnd() {
        ends.withLock { closeEnd(&$0.read) }
    }

    func closeWriteEnd() {
        ends.withLock { closeEnd(&$0.write) }
    }

    func write(_ bytes: [UInt8]) {
        // If the child has ended, the write should fail and not kill the test process.
        _ = signal(SIGPIPE, SIG_IGN)
        writeAll(bytes, to: writeEnd)
    }

    func nextLine(until deadline: DispatchTime, onExpiry: () -> Void) -> String? {
        while true {
            if let line = takeLine() { return line }
            guard fill(until: deadline, onExpiry: onExpiry) else { return takeRest() }
        }
    }

    func remainder(until deadline: DispatchTime, onExpiry: () -> Void) -> String {
        while fill(until: deadline, onExpiry: onExpiry) {}
        return takeRest() ?? ""
    }

    private func takeLine() -> String? {
        ends.withLock { ends in
            guard let end = ends.unread.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            defer { ends.unread.removeSubrange(...end) }
            return String(decoding: ends.unread[..<end], as: UTF8.self)
        }
    }

    private func takeRest() -> String? {
        ends.withLock { ends in
            defer { ends.unread = [] }
            return ends.unread.isEmpty ? nil : String(decoding: ends.unread, as: UTF8.self)
        }
    }

    /// Waits for more bytes.
    ///
    /// Returns false at the end of the stream and at the deadline.
    private func fill(until deadline: DispatchTime, onExpiry: () -> Void) -> Bool {
        var request = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
        var ready = unsafe poll(&request, 1, Self.milliseconds(until: deadline))
        while ready < 0 && errno == EINTR { ready = unsafe poll(&request, 1, Self.milliseconds(until: deadline)) }
        guard ready > 0 else {
            onExpiry()
            return false
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe read(request.fd, &buffer, buffer.count)
        guard count > 0 else { return count < 0 && errno == EINTR }
        ends.withLock { $0.unread += buffer[..<count] }
        return true
    }

    private static func milliseconds(until deadline: DispatchTime) -> Int32 {
        let now = DispatchTime.now().uptimeNanoseconds
        guard deadline.uptimeNanoseconds > now else { return 0 }
        return Int32(clamping: (deadline.uptimeNanoseconds - now) / 1_000_000 + 1)
    }
}

// These functions are global because the class's `write` would hide the system's function.

private func closeEnd(_ descriptor: inout Int32) {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
}

private func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
    }
}
