// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import RexTestSupport
import Testing

/// Migrations are total: a version without a path to the newest one traps when the file is made.
@Suite struct MigrationsAreTotalTests {
    private struct Old: Codable, Sendable { var words: String }
    private struct Middle: Codable, Sendable { var words: [String] }
    private typealias New = [Int]

    private func file(_ storage: MemoryStorage) -> StateFile<New> {
        StateFile(at: "counts", version: 4, storage: storage) { migrate in
            migrate.from(1, to: 3) { (old: Old) in Middle(words: old.words.split(separator: " ").map(String.init)) }
            migrate.from(2) { (old: String) in [old.count] }
            migrate.from(3) { (middle: Middle) in middle.words.map(\.count) }
        }
    }

    @Test func everyOldVersionIsMigratedToTheNewest() throws {
        let storage = MemoryStorage()
        try StateFile<Old>(at: "counts", storage: storage).save(Old(words: "tea and milk"))
        #expect(try file(storage).load() == [3, 3, 4])
        try StateFile<String>(at: "other", version: 2, storage: storage) { $0.from(1) { (old: String) in old } }.save(
            "tea"
        )
        storage.move("other", to: "counts")
        #expect(try file(storage).load() == [3])
        try StateFile<Middle>(at: "other", version: 3, storage: storage) { migrate in
            migrate.from(1) { (old: Middle) in old }
            migrate.from(2) { (old: Middle) in old }
        }.save(Middle(words: ["a", "bc"]))
        storage.move("other", to: "counts")
        let counts = file(storage)
        #expect(try counts.load() == [1, 2])
        try counts.save([5])
        #expect(try counts.load() == [5])
    }

    @Test func missingMigrationTrapsWithItsVersion() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = StateFile<String>(at: "counts", version: 3) { $0.from(1, to: 3) { (old: Int) in "\(old)" } }
        }
        expectMessage(of: result, contains: "StateFile at counts, version 3: there is no migration from version 2")
    }

    @Test func migrationToTheWrongTypeTrapsWithItsVersion() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = StateFile<String>(at: "counts", version: 3) { migrate in
                migrate.from(1, to: 2) { (old: Int) in old }
                migrate.from(2) { (old: String) in old }
            }
        }
        expectMessage(of: result, contains: "the migration from version 1 makes another type than version 2 has")
    }

    @Test func duplicateMigrationTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = StateFile<String>(at: "counts", version: 2) { migrate in
                migrate.from(1) { (old: String) in old }
                migrate.from(1) { (old: Int) in "\(old)" }
            }
        }
        expectMessage(of: result, contains: "there are two migrations from version 1")
    }

    @Test func migrationToAnOlderVersionTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = StateFile<String>(at: "counts", version: 2) { $0.from(2) { (old: String) in old } }
        }
        expectMessage(of: result, contains: "a migration from version 2 to 2 does not lead up")
    }

    @Test func versionBelowOneTraps() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = StateFile<String>(at: "counts", version: 0)
        }
        expectMessage(of: result, contains: "versions begin with 1")
    }
}
