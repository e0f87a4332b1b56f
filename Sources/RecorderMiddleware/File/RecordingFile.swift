// SPDX-License-Identifier: MIT

import CRexSystem
import RexCore

/// The file of a recorder.
///
/// Any thread may append to it.
@usableFromInline final class RecordingFile: Sendable {
    private struct Content: ~Copyable {
        var ring: FileRing
        var isBroken = false
    }

    private let path: String
    private let content: Lock<Content>
    /// The most bytes of a text or encoded value.
    ///
    /// A record has room for four of them.
    let longestField: Int

    init(path: String, capacity: Int) throws(RecordingError) {
        let header = FileHeader(capacity: capacity, startOfDay: SystemTime.sinceEpoch, process: Int(rex_process()))
        let descriptor = try FileClaim.makeFile(at: path, header)
        self.path = path
        longestField = FileLayout.largestRecord(ringSize: header.ringSize) / 5
        content = Lock(Content(ring: FileRing(descriptor, ringSize: header.ringSize)))
    }

    func append(_ kind: FileRecord.Kind, _ payload: borrowing ByteBuffer) {
        let isBrokenNow = unsafe payload.withBytes { bytes in
            content.withLock { content in
                guard !content.isBroken, unsafe !content.ring.append(kind, bytes) else { return false }
                content.isBroken = true
                return true
            }
        }
        if isBrokenNow {
            report("The recording in \(path) ends here: the file was truncated or cannot be written.")
        }
    }

    /// The current contents of the file.
    var contents: FileContents? {
        content.withLock { try? FileReading.contents(of: $0.ring.descriptor) }
    }
}
