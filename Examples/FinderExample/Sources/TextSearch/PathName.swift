// SPDX-License-Identifier: MIT

import Foundation

/// The path of a file, in the bytes that the system has for it, which need not be UTF-8.
public struct PathName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The bytes, without a zero.
    public var bytes: [UInt8]

    /// A path of these bytes.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// A path of this text.
    public init(_ text: String) { bytes = Array(text.utf8) }

    /// The text; what is no UTF-8 is a replacement character.
    public var description: String { String(decoding: bytes, as: UTF8.self) }

    /// Folders come beside each other, in the order of their bytes.
    public static func < (lhs: PathName, rhs: PathName) -> Bool {
        unsafe lhs.bytes.withUnsafeBytes { lhs in
            unsafe rhs.bytes.withUnsafeBytes { rhs in
                guard let left = lhs.baseAddress, let right = rhs.baseAddress else { return lhs.count < rhs.count }
                let order = unsafe memcmp(left, right, min(lhs.count, rhs.count))
                return order == 0 ? lhs.count < rhs.count : order < 0
            }
        }
    }

    /// The path of something in this folder.
    func appending(_ name: [UInt8]) -> PathName {
        var path: [UInt8] = []
        path.reserveCapacity(bytes.count + 1 + name.count)
        path += bytes
        if bytes.last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
        path += name
        return PathName(bytes: path)
    }

    /// Opens a regular file for reading, without following a link and without waiting for whoever
    /// writes a pipe.
    func open() throws(POSIXError) -> Int32 {
        let flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let descriptor = unsafe (bytes + [0]).withUnsafeBytes { path in
            guard let start = path.baseAddress else { return Int32(-1) }
            return unsafe Foundation.open(start.assumingMemoryBound(to: CChar.self), flags)
        }
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        return descriptor
    }
}
