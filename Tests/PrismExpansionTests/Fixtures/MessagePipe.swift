// SPDX-License-Identifier: MIT

import Foundation
import PrismExpansion

/// A real pipe with its two ends.
struct MessagePipe {
    private let pipe = Pipe()

    var readEnd: CInt { pipe.fileHandleForReading.fileDescriptor }
    var writeEnd: CInt { pipe.fileHandleForWriting.fileDescriptor }

    /// Returns a channel that receives these bytes, then the end of the input.
    func channel(receiving bytes: [UInt8]) throws -> MessageChannel {
        try pipe.fileHandleForWriting.write(contentsOf: bytes)
        try pipe.fileHandleForWriting.close()
        return MessageChannel(input: readEnd, output: -1)
    }

    /// Closes the writing end and returns all bytes written.
    func written() throws -> [UInt8] {
        try pipe.fileHandleForWriting.close()
        return Array(try pipe.fileHandleForReading.readToEnd() ?? Data())
    }
}
