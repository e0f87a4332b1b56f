// SPDX-License-Identifier: MIT

#if !os(WASI)
import CRexSystem
import RexCore

/// The sockets of a server.
///
/// Any thread can close all of them. The server's thread makes each call while the set is locked, so
/// it never uses the number of a closed socket, which the system may have given to another file.
final class SocketSet: Sendable {
    private struct Content {
        var listener: CInt
        /// The reading and the writing end of a pipe that wakes the server's thread.
        var wakeUp: (reading: CInt, writing: CInt)
        var connections: Set<CInt> = []
        var isEnded = false
    }

    private let content: Lock<Content>
    let port: Int

    /// - Parameter port: The port of 127.0.0.1, or 0 for a free one.
    init(port: UInt16) throws(InspectorError) {
        let listener = rex_listen(port)
        guard listener >= 0 else {
            let number = rex_errno()
            throw InspectorError(
                "The inspector cannot listen on port \(port) of 127.0.0.1: \(InspectorError.text(number)). "
                    + (port == 0 ? "A sandboxed app needs the entitlement for network servers." : "Use another port.")
            )
        }
        var ends: (reading: CInt, writing: CInt) = (-1, -1)
        guard unsafe rex_pipe(&ends.reading, &ends.writing) else {
            _ = CRexSystem.close(listener)
            throw InspectorError("The inspector cannot create a pipe: \(InspectorError.text(rex_errno())).")
        }
        self.port = Int(rex_port(listener))
        content = Lock(Content(listener: listener, wakeUp: ends))
    }

    /// Closes everything.
    func end() {
        content.withLock { content in
            guard !content.isEnded else { return }
            content.isEnded = true
            for connection in content.connections { rex_end_socket(connection) }
            rex_end_socket(content.listener)
            // Closing the pipe wakes the thread only if no child process has a copy of it.
            var byte: UInt8 = 0
            _ = unsafe CRexSystem.write(content.wakeUp.writing, &byte, 1)
            // The thread closes the reading end.
            _ = CRexSystem.close(content.wakeUp.writing)
        }
    }

    /// Closes the last descriptor.
    ///
    /// The server's thread calls it at its end.
    func release() {
        content.withLock { _ = CRexSystem.close($0.wakeUp.reading) }
    }

    /// The pipe and the listener, to wait for.
    ///
    /// Nil after the end.
    var descriptors: (wakeUp: CInt, listener: CInt)? {
        content.withLock { $0.isEnded ? nil : ($0.wakeUp.reading, $0.listener) }
    }

    /// The result of a call on a connection.
    enum Outcome<Value> {
        case done(Value)
        /// The call has to be repeated when the connection is ready.
        case blocked
        /// The connection is closed or broken.
        case ended
    }

    /// Accepts a connection.
    ///
    /// It has ended if the system has no descriptor left, for example.
    func accept() -> Outcome<CInt> {
        content.withLock { content in
            guard !content.isEnded else { return .ended }
            let connection = rex_accept(content.listener)
            guard connection >= 0 else { return rex_would_block() ? .blocked : .ended }
            content.connections.insert(connection)
            return .done(connection)
        }
    }

    /// Reads the bytes that have arrived, at most 16 KB.
    func read(_ connection: CInt) -> Outcome<[UInt8]> {
        content.withLock { content in
            guard content.connections.contains(connection) && !content.isEnded else { return .ended }
            var bytes = [UInt8](repeating: 0, count: 16 << 10)
            let count = unsafe CRexSystem.read(connection, &bytes, bytes.count)
            if count > 0 { return .done(Array(bytes.prefix(count))) }
            return count < 0 && rex_would_block() ? .blocked : .ended
        }
    }

    /// Sends bytes, and returns the number of sent bytes.
    func send(_ bytes: ArraySlice<UInt8>, to connection: CInt) -> Outcome<Int> {
        content.withLock { content in
            guard content.connections.contains(connection) && !content.isEnded else { return .ended }
            let count = unsafe bytes.withUnsafeBytes { unsafe rex_send(connection, $0.baseAddress, $0.count) }
            if count >= 0 { return .done(count) }
            return rex_would_block() ? .blocked : .ended
        }
    }

    /// Tells the other side that no more bytes follow.
    func endSending(to connection: CInt) {
        content.withLock { content in
            if content.connections.contains(connection) && !content.isEnded { rex_end_sending(connection) }
        }
    }

    func close(_ connection: CInt) {
        content.withLock { content in
            guard content.connections.remove(connection) != nil, !content.isEnded else { return }
            _ = CRexSystem.close(connection)
        }
    }
}
#endif
