// SPDX-License-Identifier: MIT

import CRexSystem

/// Messages over a pair of file descriptors: the length as eight bytes, lowest first, then that
/// many bytes.
package struct MessageChannel: Sendable {
    /// The error that ends a conversation, other than the end of the input between two messages.
    package enum Failure: Error, Equatable, CustomStringConvertible {
        /// The input ended inside of a message.
        case truncated
        /// No compiler sends so much; these bytes are no length.
        case oversized(UInt64)
        /// The other side, or the system, refused to read or write.
        case broken(errno: CInt)

        package var description: String {
            switch self {
            case .truncated: "the input ended in the middle of a message"
            case .oversized(let length): "a message of \(length) bytes was announced"
            case .broken(let errno): "standard input or output failed with error \(errno)"
            }
        }
    }

    private static let limit: UInt64 = 0x4000_0000

    private let input: CInt
    private let output: CInt

    package init(input: CInt, output: CInt) {
        self.input = input
        self.output = output
    }

    /// The text of the next message, nil at the end of the input.
    ///
    /// An empty message is how the compiler takes its leave.
    package func receive() throws(Failure) -> String? {
        let header = try bytes(8)
        guard !header.isEmpty else { return nil }
        guard header.count == 8 else { throw .truncated }
        let announced = header.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        guard announced <= Self.limit else { throw .oversized(announced) }
        let length: Int = numericCast(announced)
        guard length > 0 else { return nil }
        let body = try bytes(length)
        guard body.count == length else { throw .truncated }
        return String(decoding: body, as: UTF8.self)
    }

    package func send(_ message: String) throws(Failure) {
        let length = message.utf8.count
        let frame = (0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + Array(message.utf8)
        var sent = 0
        while sent < frame.count {
            let count = unsafe frame[sent...].withUnsafeBytes { unsafe write(output, $0.baseAddress, $0.count) }
            if count > 0 {
                sent += count
            } else if rex_errno() != EINTR {
                throw .broken(errno: rex_errno())
            }
        }
    }

    /// Memory grows with what arrives, not with what was announced.
    private func bytes(_ wanted: Int) throws(Failure) -> [UInt8] {
        var all: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(wanted, 65_536))
        while all.count < wanted {
            let room = min(wanted - all.count, chunk.count)
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(input, $0.baseAddress, room) }
            if count == 0 { break }
            if count > 0 {
                all += chunk[..<count]
            } else if rex_errno() != EINTR {
                throw .broken(errno: rex_errno())
            }
        }
        return all
    }
}
