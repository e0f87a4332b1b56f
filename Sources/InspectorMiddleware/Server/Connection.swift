// SPDX-License-Identifier: MIT

/// A connection, with the bytes that wait to be sent.
struct Connection {
    enum Phase {
        case reading(HTTPParser)
        /// The answer is sent, and then the connection ends.
        case answering
        /// Events after a number are sent until the client ends the connection.
        case streaming(after: Int)
        /// The answer was sent. Later bytes of the client are read and ignored: closing earlier
        /// could discard the answer.
        case draining
    }

    /// The time for a request, and again for its answer, in nanoseconds.
    static let requestTime: UInt64 = 10_000_000_000
    /// The time limit of a stream whose client reads nothing.
    static let streamTime: UInt64 = 60_000_000_000
    static let drainTime: UInt64 = 1_000_000_000
    /// The interval of signs of life in a stream without events.
    static let heartbeat: UInt64 = 10_000_000_000
    /// The bytes of events that wait at most, besides the last event.
    static let outputLimit = 64 << 10

    let socket: CInt
    var phase = Phase.reading(HTTPParser())
    /// The time to close the connection.
    var deadline: UInt64
    /// The time of the last sent bytes.
    var sentAt: UInt64
    /// Whether its request has the token.
    var isTrusted = false
    /// Whether the client sends nothing more.
    var isAtEnd = false
    private var output: [UInt8] = []
    private var sent = 0

    init(_ socket: CInt, until deadline: UInt64) {
        self.socket = socket
        self.deadline = deadline
        sentAt = 0
    }

    var waiting: ArraySlice<UInt8> { output[sent...] }
    var isStream: Bool { if case .streaming = phase { true } else { false } }
    var isDraining: Bool { if case .draining = phase { true } else { false } }

    mutating func append(_ bytes: [UInt8]) {
        if sent == output.count {
            output = bytes
            sent = 0
        } else {
            output += bytes
        }
    }

    mutating func didSend(_ count: Int, now: UInt64) {
        sent += count
        sentAt = now
        if sent == output.count {
            output = []
            sent = 0
        } else if sent > Connection.outputLimit {
            output.removeFirst(sent)
            sent = 0
        }
        if isStream { deadline = now + Connection.streamTime }
    }

    mutating func answer(_ response: HTTPResponse) {
        append(response.bytes)
        phase = .answering
    }
}
