// SPDX-License-Identifier: MIT

import PersistenceMiddleware

/// Appends records to a log, or as many of them as the disk takes.
///
/// All are appended at once, with one sync. If the disk refuses that, the smallest record that may be the
/// first one is tried alone: if the disk refuses it too, it is full, and nothing else is tried. Otherwise
/// the lanes are written in turn, those with the smallest records first, each up to its first refusal.
struct OutboxAppend<Job: Codable & Sendable> {
    /// Changes that have to be written in their order.
    private struct Lane {
        /// Nil for a change whose order does not matter.
        let name: OutboxLane?
        var indices: [Int]
    }

    /// The number of refused appends after which the rest waits for the next call.
    private static var maxFailures: Int { 16 }

    private let changes: [OutboxChange<Job>]
    private let append: ([OutboxRecord]) throws(StorageError) -> OutboxAppended
    /// Whether fewer records may still be appended after an error.
    private let mayDivide: () -> Bool

    /// The indices of the changes that are not in the log.
    private(set) var held: Set<Int>
    private(set) var error: StorageError?
    /// Whether the disk is full.
    private(set) var isFull = false
    /// Whether the log has lost entries that were on disk.
    private(set) var isLost = false
    /// The lane at which the tries have ended, behind which the next call begins; nil if all lanes were tried.
    private(set) var last: OutboxLane?
    private var failures = 0

    /// Appends the records of those changes that have any.
    ///
    /// - Parameters:
    ///   - changes: All changes that wait.
    ///   - wasFull: Whether the disk has taken nothing before, so that the smallest one is tried
    ///     first.
    ///   - last: The lane at which the tries of the previous call have ended.
    ///   - append: Appends some of the records, and syncs them.
    ///   - mayDivide: Returns whether fewer records may still be appended after an error.
    init(
        _ changes: [OutboxChange<Job>],
        wasFull: Bool,
        after last: OutboxLane? = nil,
        to append: @escaping ([OutboxRecord]) throws(StorageError) -> OutboxAppended,
        mayDivide: @escaping () -> Bool
    ) {
        self.changes = changes
        self.append = append
        self.mayDivide = mayDivide
        let all = changes.indices.filter { changes[$0].isWanted }
        held = Set(all)
        if !wasFull, attempt(all) || all.count == 1 { return }
        guard mayGoOn else { return }
        write(lanes(of: all), after: last)
    }

    /// Whether fewer records may be appended after a refusal.
    private var mayGoOn: Bool { !isLost && failures < Self.maxFailures && mayDivide() }

    private mutating func write(_ lanes: [Lane], after last: OutboxLane?) {
        guard let first = lanes.first?.indices.first else { return }
        isFull = !attempt([first]) && !isLost
        if isFull || isLost { return }
        var rest = lanes
        if let index = lanes.firstIndex(where: { $0.name == last && last != nil }) {
            rest = Array(lanes[(index + 1)...] + lanes[...index])
        }
        var count = rest.count
        while let lane = rest.first, mayGoOn {
            self.last = lane.name
            let some = rest.prefix(count)
            if attempt(some.flatMap(\.indices)) {
                rest.removeFirst(some.count)
                count *= 2
            } else if some.count > 1 {
                count = some.count / 2
            } else {
                writeOneByOne(lane)
                rest.removeFirst()
            }
        }
        if rest.isEmpty { self.last = nil }
    }

    private mutating func writeOneByOne(_ lane: Lane) {
        guard lane.indices.count > 1 else { return }
        for index in lane.indices where !attempt([index]) { return }
    }

    /// Appends the changes that are not in the log.
    ///
    /// - Returns: False if the disk has refused them, or if the log has lost entries.
    private mutating func attempt(_ indices: [Int]) -> Bool {
        let left = indices.filter { held.contains($0) }
        guard !left.isEmpty else { return true }
        do throws(StorageError) {
            isLost = try append(left.flatMap { changes[$0].records }) == .lost
            if !isLost { held.subtract(left) }
            return !isLost
        } catch {
            self.error = self.error ?? error
            failures += 1
            return false
        }
    }

    /// The lanes of some changes, those with the smallest first changes first.
    ///
    /// A log has the outboxes of several stores in the order of their first entries. So while entries are
    /// restored, everything but ends of entries is one lane.
    private func lanes(of indices: [Int]) -> [Lane] {
        let isRestoring = indices.contains { changes[$0].isRestoration }
        var lanes: [Lane] = []
        var places: [OutboxLane: Int] = [:]
        for index in indices {
            guard let place = changes[index].place, !changes[index].isEnd else {
                lanes.append(Lane(name: nil, indices: [index]))
                continue
            }
            let name = isRestoring ? .main : place.lane
            if let place = places[name] {
                lanes[place].indices.append(index)
            } else {
                places[name] = lanes.count
                lanes.append(Lane(name: name, indices: [index]))
            }
        }
        // An attempt of an entry does not wait for later jobs of its lane.
        if !isRestoring { for index in lanes.indices { lanes[index].indices.sort(by: comesBefore) } }
        return lanes.sorted { size($0) < size($1) }
    }

    private func comesBefore(_ one: Int, _ other: Int) -> Bool {
        let position = changes[one].place?.position ?? 0
        let otherPosition = changes[other].place?.position ?? 0
        return position == otherPosition ? one < other : position < otherPosition
    }

    private func size(_ lane: Lane) -> Int { changes[lane.indices[0]].records.reduce(0) { $0 + $1.approximateSize } }
}

extension OutboxRecord {
    /// The number of bytes that differ between records, which is about the size of the record.
    fileprivate var approximateSize: Int {
        switch kind {
        case .added(let body), .kept(.sent(let body), _): 100 + body.bytes.count
        case .rejected(let reason), .kept(.rejected(let reason), _): 100 + reason.utf8.count
        default: 100
        }
    }
}
