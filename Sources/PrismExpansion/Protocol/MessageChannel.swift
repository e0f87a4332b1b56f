// SPDX-License-Identifier: MIT

import CRexSystem

/// Messages over a pair of file descriptors.
///
/// A message is its length as eight little-endian bytes, then its bytes.
package struct MessageChannel: Sendable {
    /// An error that ends the communication.
    package enum Failure: Error, Equatable, CustomStringConvertible {
        /// The input ended within a message.
        case truncated
        /// The length is larger than any message of a compiler.
        case oversized(UInt64)
        /// Reading or writing failed.
        case broken(errno: CInt)

        package var description: String {
            switch self {
            case .truncated: "the input ended in the middle of a message"
            case .oversized(let length): "a message has a length of \(length) bytes, which is above the limit"
            case .broken(let errno): "standard input or output failed with error \(errno)"
            }
        }
    }

    private static let maxLength: UInt64 = 0x4000_0000

    private let input: CInt
    private let output: CInt

    package init(input: CInt, output: CInt) {
        self.input = input
        self.output = output
    }

    /// Returns the text of the next message, or nil at the end of the input.
    ///
    /// The compiler sends an empty message to end the communication.
    package func receive() throws(Failure) -> String? {
        let header = try bytes(8)
        guard !header.isEmpty else { return nil }
        guard header.count == 8 else { throw .truncated }
        let declaredLength = header.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        guard declaredLength <= Self.maxLength else { throw .oversized(declaredLength) }
        let length: Int = numericCast(declaredLength)
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

    /// Reads up to `wanted` bytes.
    ///
    /// Memory grows with the bytes received, not with the length in the header.
    private func bytes(_ wanted: Int) throws(Failure) -> [UInt8] {
        var all: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(wanted, 65_536))
        while all.count < wanted {
            let capacity = min(wanted - all.count, chunk.count)
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(input, $0.baseAddress, capacity) }
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
