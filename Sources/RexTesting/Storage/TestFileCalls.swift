// SPDX-License-Identifier: MIT

import CRexSystem
import PersistenceMiddleware
import RexCore

/// The calls of a file system, on a disk in memory.
final class TestFileCalls: FileCalls {
    private struct Contents {
        var disk = TestDisk()
        /// What will be left, once the power has been cut.
        var left: TestDisk?
        var callsUntilCut: Int?
        var failures: (after: Int, count: Int, error: CInt) = (0, 0, 0)
        var names: [String] = []

        /// Counts a call that is about to be made; throws if it is to fail.
        mutating func count() throws(FileFailure) {
            if let calls = callsUntilCut, calls > 0 { callsUntilCut = calls - 1 }
            if failures.after > 0 {
                failures.after -= 1
            } else if failures.count > 0 {
                failures.count -= 1
                throw FileFailure(failures.error)
            }
        }
    }

    /// A function in a type of its own: where it is the value of a lock, each look at it leaves a
    /// wrapper around it (as of Swift 6.3), and what it costs grows.
    struct End: Sendable {
        var hasCome: @Sendable () -> Bool = { false }
    }

    private let contents = Lock(Contents())
    /// Whether the world has ended.
    let end = Lock(End())

    /// The calls that were made.
    var names: [String] { contents.withLock { $0.names } }

    func restart(_ choices: TestDisk.Choices) {
        // Not under the lock, since a schedule may be asked for each of what is left.
        let disk = contents.withLock { $0.left ?? $0.disk }.afterLoss(choices)
        contents.withLock { contents in
            contents.disk = disk
            (contents.left, contents.callsUntilCut) = (nil, nil)
            contents.failures.count = 0
        }
    }

    func cutPower(after calls: Int) { contents.withLock { $0.callsUntilCut = calls } }

    func fail(after calls: Int, count: Int, with error: CInt) {
        contents.withLock { $0.failures = (calls, count, error) }
    }

    /// Makes a call, unless it is to fail, and takes the picture that is left before it, if the
    /// power is cut.
    private func call<Result>(
        _ name: String,
        _ body: (inout TestDisk) throws(FileFailure) -> Result
    ) throws(FileFailure) -> Result {
        let isOver = end.withLock { $0 }.hasCome()
        var failure: FileFailure?
        let result = contents.withLock { contents -> Result? in
            if contents.left == nil, isOver || contents.callsUntilCut == 0 { contents.left = contents.disk }
            contents.names.append(name)
            do throws(FileFailure) {
                try contents.count()
                return try body(&contents.disk)
            } catch {
                failure = error
                return nil
            }
        }
        guard let result else { throw failure ?? FileFailure(EIO) }
        return result
    }

    func open(_ path: String, _ mode: FileOpening, permissions: UInt32) throws(FileFailure) -> CInt {
        try call("open") { disk throws(FileFailure) in try disk.open(path, mode) }
    }

    func size(of descriptor: CInt) throws(FileFailure) -> Int {
        try call("fstat") { disk throws(FileFailure) in try disk.bytes(of: descriptor).count }
    }

    func read(_ descriptor: CInt) throws(FileFailure) -> [UInt8] {
        try call("read") { disk throws(FileFailure) in try disk.bytes(of: descriptor) }
    }

    /// Two calls for more than one byte, so that there is a moment between them.
    func write(_ bytes: ArraySlice<UInt8>, to descriptor: CInt) throws(FileFailure) -> Int {
        try call("write") { disk throws(FileFailure) in
            let part = bytes.startIndex == 0 ? bytes.prefix((bytes.count + 1) / 2) : bytes
            try disk.change(descriptor) { $0 += part }
            return part.count
        }
    }

    func truncate(_ descriptor: CInt, to size: Int) throws(FileFailure) {
        try call("ftruncate") { disk throws(FileFailure) in
            try disk.change(descriptor) { $0.removeSubrange(min(size, $0.count)...) }
        }
    }

    func sync(_ descriptor: CInt) throws(FileFailure) {
        try call("fsync") { disk throws(FileFailure) in try disk.sync(descriptor) }
    }

    func close(_ descriptor: CInt) { contents.withLock { $0.disk.close(descriptor) } }

    func rename(_ path: String, to newPath: String) throws(FileFailure) {
        try call("rename") { disk throws(FileFailure) in try disk.rename(path, to: newPath) }
    }

    func unlink(_ path: String) throws(FileFailure) {
        try call("unlink") { disk throws(FileFailure) in try disk.unlink(path) }
    }

    func makeFolder(_ path: String) throws(FileFailure) {
        try call("mkdir") { disk throws(FileFailure) in try disk.makeFolder(path) }
    }

    func linkTarget(of path: String) throws(FileFailure) -> String? { nil }

    func isOpen(_ descriptor: CInt, at path: String) -> Bool { true }

    func names(in folder: String) throws(FileFailure) -> [String] {
        try call("readdir") { disk throws(FileFailure) in try disk.names(in: folder) }
    }

    func claim(_ descriptor: CInt) -> Bool { contents.withLock { $0.disk.claim(descriptor) } }

    func giveBack(_ descriptor: CInt) { contents.withLock { $0.disk.giveBack(descriptor) } }
}
