// SPDX-License-Identifier: MIT

import RequestMiddleware
import RexCore
import RexTesting

/// A server that answers with its data at the time of the request.
///
/// The schedule chooses delays and failures.
struct CacheServer: Sendable {
    struct Contents: Sendable {
        var versions: [Int: Int] = [:]
        var tagVersions: [String: Int] = [:]
        var edits: [Int: Set<Int>] = [:]
        /// The running bodies of the current store, and the largest number so far.
        var working = 0
        var most = 0
        var generation = 0
    }

    private let contents = Lock(Contents())
    private let schedule: Schedule
    private let world: TestWorld

    init(_ schedule: Schedule, in world: TestWorld) {
        (self.schedule, self.world) = (schedule, world)
    }

    var now: Contents { contents.withLock { $0 } }

    func change(_ change: (inout Contents) -> Void) { contents.withLock { change(&$0) } }

    /// Drops the bodies of a killed store.
    func restart() {
        change { ($0.working, $0.generation) = (0, $0.generation + 1) }
    }

    static func tags(_ key: Int, version: Int) -> [String] {
        ["tag \(key % 2)"] + (version % 2 == 1 ? ["tag 2"] : [])
    }

    func load(_ key: Int) async throws -> Answer {
        let (answer, generation) = contents.withLock { contents in
            contents.working += 1
            contents.most = max(contents.most, contents.working)
            let version = contents.versions[key, default: 0]
            let tags = Self.tags(key, version: version).map { ($0, contents.tagVersions[$0, default: 0]) }
            let edits = contents.edits[key, default: []]
            let answer = Answer(version: version, tags: .init(uniqueKeysWithValues: tags), edits: edits)
            return (answer, contents.generation)
        }
        defer {
            change { if $0.generation == generation { $0.working -= 1 } }
        }
        let way = schedule.int(in: 0...9, "way of \(key)")
        if (2...5).contains(way) {
            try await world.clock.sleep(for: .milliseconds(500 * schedule.int(in: 1...8, "time of \(key)")))
        }
        if (6...7).contains(way) {
            await world.clock.sleepStubbornly(for: .milliseconds(500 * schedule.int(in: 1...8, "stubborn time")))
        }
        if way % 3 == 2 { throw RequestFailure("failure of \(key)") }
        return answer
    }
}
