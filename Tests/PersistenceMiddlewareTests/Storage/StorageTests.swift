// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import RexTestSupport
import Testing

/// What each storage promises.
@Suite struct StorageTests {
    private func storages() throws -> [(storage: any Storage, folder: String, keeper: TemporaryFolder?)] {
        let folder = try TemporaryFolder()
        return [(.files, folder.file("a/b"), folder), (.memory, "a/b", nil)]
    }

    @Test func whatIsWrittenIsReadUntilItIsReplacedOrRemoved() throws {
        for (storage, folder, _) in try storages() {
            let path = "\(folder)/value"
            #expect(try storage.read(path) == nil)
            try storage.write([1, 2], to: path)
            #expect(try storage.read(path) == [1, 2])
            try storage.write([], to: path, keepingOldAs: path + ".old")
            #expect(try storage.read(path) == [])
            #expect(try storage.read(path + ".old") == [1, 2])
            try storage.remove(path)
            try storage.remove(path)
            #expect(try storage.read(path) == nil)
        }
    }

    @Test func whatIsAppendedComesBehindWhatIsThere() throws {
        for (storage, folder, _) in try storages() {
            let path = "\(folder)/log"
            try storage.sync(path)
            try storage.append([1], to: path)
            try storage.append([2, 3], to: path)
            try storage.sync(path)
            #expect(try storage.read(path) == [1, 2, 3])
            try storage.write([9], to: path)
            try storage.append([8], to: path)
            #expect(try storage.read(path) == [9, 8])
        }
    }

    @Test func whatIsMovedReplacesWhatIsThere() throws {
        for (storage, folder, _) in try storages() {
            try storage.write([1], to: "\(folder)/one")
            try storage.write([2], to: "\(folder)/two")
            try storage.move("\(folder)/one", to: "\(folder)/two")
            #expect(try storage.paths(beginningWith: "\(folder)/") == ["\(folder)/two"])
            #expect(try storage.read("\(folder)/two") == [1])
        }
    }

    @Test func aLockHasOneHolder() throws {
        for (storage, folder, _) in try storages() {
            let path = "\(folder)/value"
            let lock = try storage.lock(path)
            #expect(throws: StorageError(.lock, path, .isInUse)) { try storage.lock(path) }
            _ = try storage.lock(path + "2")
            lock.unlock()
            do {
                let second = try storage.lock(path)
                lock.unlock()
                #expect(throws: StorageError(.lock, path, .isInUse)) { try storage.lock(path) }
                withExtendedLifetime(second) {}
            }
            _ = try storage.lock(path)
        }
    }
}
