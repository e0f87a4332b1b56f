// SPDX-License-Identifier: MIT

import CRexSystem

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Messages over a pair of file descriptors: the length as eight bytes, lowest first, then that many bytes.
package struct MessageChannel: Sendable {
    /// What ends a conversation, other than the end of the input between two messages.
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

    private static let limit: UInt64 = 1 << 30

    private let input: CInt
    private let output: CInt

    package init(input: CInt, output: CInt) {
        self.input = input
        self.output = output
    }

    /// The bytes of the next message, nil at the end of the input.
    ///
    /// An empty message is how the compiler takes its leave.
    package func receive() throws(Failure) -> Data? {
        let header = try bytes(8)
        guard !header.isEmpty else { return nil }
        guard header.count == 8 else { throw .truncated }
        let length = header.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard length <= Self.limit else { throw .oversized(length) }
        guard length > 0 else { return nil }
        let body = try bytes(Int(length))
        guard body.count == Int(length) else { throw .truncated }
        return Data(body)
    }

    package func send(_ message: Data) throws(Failure) {
        let length = UInt64(message.count)
        let frame = (0..<8).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + message
        var sent = 0
        while sent < frame.count {
            let count = frame[sent...].withUnsafeBytes { write(output, $0.baseAddress, $0.count) }
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
        var chunk = [UInt8](repeating: 0, count: min(wanted, 1 << 16))
        while all.count < wanted {
            let room = min(wanted - all.count, chunk.count)
            let count = chunk.withUnsafeMutableBytes { read(input, $0.baseAddress, room) }
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
