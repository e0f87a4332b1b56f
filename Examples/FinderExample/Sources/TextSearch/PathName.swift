// SPDX-License-Identifier: MIT

import Foundation

/// The path of a file, as the bytes of the system, which need not be UTF-8.
public struct PathName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The bytes, without a terminating zero.
    public var bytes: [UInt8]

    /// Makes a path from bytes.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// Makes a path from text.
    public init(_ text: String) { bytes = Array(text.utf8) }

    /// The path as text.
    ///
    /// Invalid UTF-8 becomes replacement characters.
    public var description: String { String(decoding: bytes, as: UTF8.self) }

    /// Orders paths by their bytes, so that the files of a folder are adjacent.
    public static func < (lhs: PathName, rhs: PathName) -> Bool {
        unsafe lhs.bytes.withUnsafeBytes { lhs in
            unsafe rhs.bytes.withUnsafeBytes { rhs in
                guard let left = lhs.baseAddress, let right = rhs.baseAddress else { return lhs.count < rhs.count }
                let order = unsafe memcmp(left, right, min(lhs.count, rhs.count))
                return order == 0 ? lhs.count < rhs.count : order < 0
            }
        }
    }

    /// Returns the path of an entry of this folder.
    func appending(_ name: [UInt8]) -> PathName {
        var path: [UInt8] = []
        path.reserveCapacity(bytes.count + 1 + name.count)
        path += bytes
        if bytes.last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
        path += name
        return PathName(bytes: path)
    }

    /// Opens a regular file for reading, without following a link or waiting for the writer of a
    /// pipe.
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
