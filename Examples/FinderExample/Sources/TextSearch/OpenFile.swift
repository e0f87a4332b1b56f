// SPDX-License-Identifier: MIT

import Foundation

/// A file that is being read.
///
/// It is closed when this object is released.
final class OpenFile {
    let path: PathName
    /// The number of the line at `counted`.
    var lineNumber = 1
    /// The end of the part of the window whose lines were counted.
    var counted = 0
    /// The line of the last hit.
    var lastHit = 0
    /// The end of the window that is searched together with the next one.
    var kept = 0..<0
    private(set) var bytesRead = 0
    /// The offset of the window in the file.
    private(set) var windowStart = 0
    private let descriptor: Int32
    private var size: Int?

    init(path: PathName, descriptor: Int32) {
        (self.path, self.descriptor) = (path, descriptor)
    }

    deinit { close(descriptor) }

    struct Filling {
        /// The number of bytes in the window.
        var count: Int
        /// The number of bytes that were read before.
        var before: Int
        /// Whether the file has ended.
        var isEnd = false
        var isFailure = false
    }

    /// Reads until the window is full or the file ends.
    func fill(_ window: inout [UInt8]) -> Filling {
        var filling = Filling(count: kept.count, before: bytesRead)
        let (kept, descriptor, limit) = (kept, descriptor, (size ?? .max) - bytesRead)
        unsafe window.withUnsafeMutableBytes { bytes in
            guard let start = bytes.baseAddress else { return }
            if !kept.isEmpty { unsafe memmove(start, start + kept.lowerBound, kept.count) }
            let end = limit < bytes.count - kept.count ? kept.count + limit : bytes.count
            while filling.count < end {
                let count = unsafe read(descriptor, start + filling.count, end - filling.count)
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else {
                    (filling.isEnd, filling.isFailure) = (true, count < 0)
                    return
                }
                filling.count += count
            }
            filling.isEnd = end < bytes.count
        }
        windowStart = bytesRead - kept.count
        bytesRead += filling.count - kept.count
        self.kept = 0..<0
        if !filling.isEnd, size == nil {
            var status = stat()
            // Files of the system, such as the ones of /proc, report a size of zero.
            size = unsafe fstat(descriptor, &status) == 0 && status.st_size > 0 ? Int(status.st_size) : .max
        }
        return filling
    }
}
