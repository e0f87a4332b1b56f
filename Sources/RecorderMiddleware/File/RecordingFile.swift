// SPDX-License-Identifier: MIT

import RexCore

/// The file of a recorder, to which each thread may append; if it could not be made, nothing happens.
@usableFromInline final class RecordingFile: Sendable {
    private struct Content: ~Copyable {
        var ring: MappedRing?
    }

    private let content: Lock<Content>
    /// The longest text or encoded value that a record is to have.
    let longestField: Int

    init(path: String, capacity: Int) {
        let ringSize = FileLayout.ringSize(capacity: max(1, capacity))
        longestField = FileLayout.largestRecord(ringSize: ringSize) / 4
        let header = FileLayout.header(capacity: capacity, startOfDay: Moment.sinceEpoch)
        do {
            content = Lock(Content(ring: try MappedRing(path: path, header: header, ringSize: ringSize)))
        } catch {
            report("Nothing is recorded: \(error)")
            content = Lock(Content(ring: nil))
        }
    }

    func append(_ kind: FileRecord.Kind, _ payload: borrowing ByteBuffer) {
        unsafe payload.withBytes { bytes in content.withLock { unsafe $0.ring?.append(kind, bytes) } }
    }

    /// All bytes of the file; none if there is no file.
    var bytes: [UInt8] { content.withLock { $0.ring?.bytes ?? [] } }
}
