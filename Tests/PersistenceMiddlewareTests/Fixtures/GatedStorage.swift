// SPDX-License-Identifier: MIT

import Foundation
import PersistenceMiddleware
import RexCore
import RexTestSupport

/// A storage in memory whose writes wait for the test, and that records their threads.
final class GatedStorage: Storage {
    private struct Contents {
        var isOpen = false
        var writes = 0
        var writing = 0
        var mostAtOnce = 0
        var threads: [String] = []
    }

    private let memory = MemoryStorage()
    private let contents = Lock(Contents())
    private let mayWrite = DispatchSemaphore(value: 0)
    private let hasBegun = DispatchSemaphore(value: 0)

    var writes: Int { contents.withLock { $0.writes } }
    var mostAtOnce: Int { contents.withLock { $0.mostAtOnce } }
    var threads: [String] { contents.withLock { $0.threads } }

    /// Waits on a separate thread until a write has begun.
    func waitForWrite() async {
        await withCheckedContinuation { begun in
            _ = JoinableThread { [hasBegun] in
                hasBegun.wait()
                begun.resume()
            }
        }
    }

    /// Lets one write continue.
    func letWrite() { mayWrite.signal() }

    /// Lets this write and all later ones continue.
    func open() {
        contents.withLock { $0.isOpen = true }
        mayWrite.signal()
    }

    func write(_ bytes: [UInt8], to path: String, keepingOldAs oldPath: String?) throws(StorageError) {
        let isOpen = contents.withLock { contents in
            contents.threads.append(currentThreadName())
            contents.writing += 1
            contents.mostAtOnce = max(contents.mostAtOnce, contents.writing)
            return contents.isOpen
        }
        hasBegun.signal()
        if !isOpen { mayWrite.wait() }
        memory.write(bytes, to: path, keepingOldAs: oldPath)
        contents.withLock { contents in
            contents.writes += 1
            contents.writing -= 1
        }
    }

    func read(_ path: String) -> [UInt8]? { memory.read(path) }
    func append(_ bytes: [UInt8], to path: String) { memory.append(bytes, to: path) }
    func sync(_ path: String) {}
    func move(_ path: String, to newPath: String) { memory.move(path, to: newPath) }
    func remove(_ path: String) { memory.remove(path) }
    func paths(beginningWith path: String) -> [String] { memory.paths(beginningWith: path) }
    func lock(_ path: String) throws(StorageError) -> StorageLock { try memory.lock(path) }
}
