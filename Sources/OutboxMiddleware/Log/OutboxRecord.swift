// SPDX-License-Identifier: MIT

import PersistenceMiddleware

/// One record of the log of an outbox: an event of one entry.
///
/// A record consists of two copies of an ``OutboxHead``, and of a body if its kind has one. A flipped
/// bit leaves one copy of the head readable.
struct OutboxRecord: Equatable {
    enum Kind: Equatable {
        /// With the lane and the job, as the coder encoded them.
        case added(OutboxBody)
        /// With the number of attempts that have begun so far.
        case attempted(Int)
        case sent
        case rejected(String)
        case retried
        case cancelled
        /// All earlier entries must be removed.
        ///
        /// Belongs to no entry.
        case clearRequested
        /// An outcome of the entry, which is kept until every saved value has its number.
        ///
        /// The number is 0 if no process has dispatched it.
        case kept(OutboxOutcome, number: Int)
        /// All outcomes up to this number are dropped.
        ///
        /// Belongs to no entry: the id is the name of the log.
        case checkpoint(Int)
    }

    let id: OutboxID
    let kind: Kind

    init(_ id: OutboxID, _ kind: Kind) {
        (self.id, self.kind) = (id, kind)
    }

    /// The request to clear the log.
    static let clearRequest = OutboxRecord(OutboxID(0), .clearRequested)

    /// The bytes of the record in the log.
    var bytes: [UInt8] {
        let body = body
        let head = OutboxHead(letter: letter, id: id, count: count, body: body)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * OutboxHead.size + (body?.bytes.count ?? 0))
        head.append(copy: 1, to: &bytes)
        head.append(copy: 2, to: &bytes)
        if let body { bytes += body.bytes }
        return bytes
    }

    private var letter: OutboxHead.Letter {
        switch kind {
        case .added: .added
        case .attempted: .attempted
        case .sent: .sent
        case .rejected: .rejected
        case .retried: .retried
        case .cancelled: .cancelled
        case .clearRequested: .clearRequested
        case .kept(.sent, _): .keptSent
        case .kept(.rejected, _): .keptRejected
        case .kept(.cancelled, _): .keptCancelled
        case .checkpoint: .checkpoint
        }
    }

    private var count: Int {
        switch kind {
        case .attempted(let count), .kept(_, let count), .checkpoint(let count): count
        default: 0
        }
    }

    private var body: OutboxBody? {
        switch kind {
        case .added(let body), .kept(.sent(let body), _): body
        case .rejected(let reason), .kept(.rejected(let reason), _): OutboxBody(Array(reason.utf8))
        case .kept(.cancelled(let attempts), _): OutboxBody(Array("\(attempts)".utf8))
        default: nil
        }
    }
}

/// The outcome of an entry.
enum OutboxOutcome: Equatable {
    /// The server has accepted the entry.
    ///
    /// The reply is as the coder encoded it.
    case sent(OutboxBody)
    case rejected(String)
    case cancelled(attempts: Int)
}

/// The bytes of a job, a reply or a reason, and their checksum when they were written.
struct OutboxBody: Equatable {
    let bytes: [UInt8]
    let checksum: UInt64
    /// Whether the bytes match their checksum.
    let isIntact: Bool

    /// Makes a body that is written for the first time.
    init(_ bytes: [UInt8]) {
        (self.bytes, checksum, isIntact) = (bytes, bytes[...].checksum, true)
    }

    /// Makes a body that was read, with the checksum of its head.
    init(_ bytes: [UInt8], checksum: UInt64) {
        (self.bytes, self.checksum) = (bytes, checksum)
        isIntact = bytes[...].checksum == checksum
    }
}

// MARK: - Reading

extension OutboxRecord {
    /// A record that was found in a log.
    struct Found {
        let record: OutboxRecord
        let end: Int
        /// Whether bytes of it changed, other than the body of an added entry.
        let isDamaged: Bool
        let isBodyIntact: Bool
    }

    /// The record that begins at `place`, or nil if its heads or its end are not readable.
    static func find(in bytes: [UInt8], at place: Int) -> Found? {
        guard let (head, isWhole) = OutboxHead.find(in: bytes, at: place) else { return nil }
        let start = place + 2 * OutboxHead.size
        guard start <= bytes.count, head.length <= bytes.count - start else { return nil }
        let end = start + Int(head.length)
        let body = OutboxBody(Array(bytes[start..<end]), checksum: head.checksum)
        return Found(
            record: OutboxRecord(head.id, kind(head, body)),
            end: end,
            isDamaged: !isWhole || !body.isIntact && head.letter != .added,
            isBodyIntact: body.isIntact
        )
    }

    /// The place of the first record after `place`, or nil if no head is readable there.
    static func next(in bytes: [UInt8], behind place: Int) -> Int? {
        var index = place + 1
        while index < bytes.count {
            if bytes[index] == OutboxHead.mark {
                if OutboxHead.read(bytes, at: index, copy: 1) != nil { return index }
                let start = index - OutboxHead.size
                if start > place, OutboxHead.read(bytes, at: index, copy: 2) != nil { return start }
            }
            index += 1
        }
        return nil
    }

    private static func kind(_ head: OutboxHead, _ body: OutboxBody) -> Kind {
        let count = Int(clamping: head.count)
        let reason = body.isIntact ? String(decoding: body.bytes, as: UTF8.self) : "The reason cannot be read."
        return switch head.letter {
        case .added: .added(body)
        case .attempted: .attempted(count)
        case .sent: .sent
        case .rejected: .rejected(reason)
        case .retried: .retried
        case .cancelled: .cancelled
        case .clearRequested: .clearRequested
        case .keptSent: .kept(.sent(body), number: count)
        case .keptRejected: .kept(.rejected(reason), number: count)
        // Without a readable number, an attempt may have been made.
        case .keptCancelled: .kept(.cancelled(attempts: body.isIntact ? Int(reason) ?? 1 : 1), number: count)
        case .checkpoint: .checkpoint(count)
        }
    }
}
