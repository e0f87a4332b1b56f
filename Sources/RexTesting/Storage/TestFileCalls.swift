// SPDX-License-Identifier: MIT

import CRexSystem
import PersistenceMiddleware
import RexCore

/// The system calls of a file system, on a disk in memory.
final class TestFileCalls: FileCalls {
    /// The calls that are to fail.
    struct Failures {
        /// The number of calls before the first failure.
        var skip = 0
        var count = 0
        var error: CInt = 0
        /// Whether the calls take effect before they fail.
        var takesEffect = false
    }

    private struct Contents {
        var disk = TestDisk()
        /// The disk at the time when the power was cut.
        var left: TestDisk?
        var callsUntilCut: Int?
        var failures = Failures()
        var names: [String] = []

        /// Begins a call, which stores the current disk if the power is cut before it.
        ///
        /// Returns whether the call fails. Not inlined: it makes up most of every storage call.
        @inline(never) mutating func begin(_ name: String, isOver: Bool) -> Bool {
            if left == nil, isOver || callsUntilCut == 0 { left = disk }
            names.append(name)
            return count()
        }

        private mutating func count() -> Bool {
            if let calls = callsUntilCut, calls > 0 { callsUntilCut = calls - 1 }
            guard failures.skip == 0 else {
                failures.skip -= 1
                return false
            }
            guard failures.count > 0 else { return false }
            failures.count -= 1
            return true
        }
    }

    /// A function, wrapped in a type.
    ///
    /// As of Swift 6.3, each access to a lock whose value is a plain function adds a wrapper around
    /// that function, so calls get slower and slower.
    struct End: Sendable {
        var hasCome: @Sendable () -> Bool = { false }
    }

    private let contents = Lock(Contents())
    /// Whether the world has ended.
    let end = Lock(End())

    /// The names of all calls so far.
    var names: [String] { contents.withLock { $0.names } }

    /// Whether the power was cut, or will be cut after some calls.
    var isCut: Bool { contents.withLock { $0.callsUntilCut != nil } }

    /// Replaces the disk by the result of `end`.
    func restart(_ end: (TestDisk) -> TestDisk) {
        // Called without the lock, since `end` may ask a schedule.
        let disk = end(contents.withLock { $0.left ?? $0.disk })
        contents.withLock { contents in
            contents.disk = disk
            (contents.left, contents.callsUntilCut) = (nil, nil)
            contents.failures.count = 0
        }
    }

    func cutPower(after calls: Int) { contents.withLock { $0.callsUntilCut = calls } }

    func fail(_ failures: Failures) { contents.withLock { $0.failures = failures } }

    /// Changes the disk as other programs or damage do.
    func change<Result>(_ body: (inout TestDisk) -> Result) -> Result { contents.withLock { body(&$0.disk) } }

    /// Makes a call, which may fail before or after its effect.
    ///
    /// If the power is cut before this call, stores the current disk first.
    private func call<Result>(
        _ name: String,
        onFailure undo: (inout TestDisk, Result?) -> Void = { _, _ in },
        _ body: (inout TestDisk) throws(FileFailure) -> Result
    ) throws(FileFailure) -> Result {
        let isOver = end.withLock { $0 }.hasCome()
        var failure: FileFailure?
        let result = contents.withLock { contents -> Result? in
            let fails = contents.begin(name, isOver: isOver)
            do throws(FileFailure) {
                let result = fails && !contents.failures.takesEffect ? nil : try body(&contents.disk)
                guard fails else { return result }
                undo(&contents.disk, result)
                throw FileFailure(contents.failures.error)
            } catch {
                failure = error
                return nil
            }
        }
        guard let result else { throw failure ?? FileFailure(EIO) }
        return result
    }

    func open(_ path: String, _ mode: FileOpening, permissions: UInt32) throws(FileFailure) -> CInt {
        try call("open") { disk, descriptor in
            if let descriptor { disk.close(descriptor) }
        } _: { disk throws(FileFailure) in
            try disk.open(path, mode)
        }
    }

    func size(of descriptor: CInt) throws(FileFailure) -> Int {
        try call("fstat") { disk throws(FileFailure) in try disk.bytes(of: descriptor).count }
    }

    func read(_ descriptor: CInt) throws(FileFailure) -> [UInt8] {
        try call("read") { disk throws(FileFailure) in try disk.bytes(of: descriptor) }
    }

    /// Writes the first half of new bytes, so that a crash can come between both halves.
    func write(_ bytes: ArraySlice<UInt8>, to descriptor: CInt) throws(FileFailure) -> Int {
        try call("write") { disk throws(FileFailure) in
            let part = bytes.startIndex == 0 ? bytes.prefix((bytes.count + 1) / 2) : bytes
            try disk.change(descriptor) { $0.written += part }
            return part.count
        }
    }

    /// Writes the first half of the bytes, so that a crash can come between both halves.
    func write(
        _ bytes: ArraySlice<UInt8>,
        to descriptor: CInt,
        at offset: Int
    ) throws(FileFailure) -> Int {
        try call("pwrite") { disk throws(FileFailure) in
            let part = bytes.prefix(max(1, bytes.count / 2))
            try disk.change(descriptor) { $0.overwrite(part, at: offset) }
            return part.count
        }
    }

    func truncate(_ descriptor: CInt, to size: Int) throws(FileFailure) {
        try call("ftruncate") { disk throws(FileFailure) in
            try disk.change(descriptor) { $0.truncate(to: size) }
        }
    }

    func sync(_ descriptor: CInt) throws(FileFailure) {
        try call("fsync") { disk, result in
            if result == nil { disk.failSync(descriptor) }
        } _: { disk throws(FileFailure) in
            try disk.sync(descriptor)
        }
    }

    func close(_ descriptor: CInt) { contents.withLock { $0.disk.close(descriptor) } }

    func rename(_ path: String, to newPath: String) throws(FileFailure) {
        try call("rename") { disk throws(FileFailure) in try disk.rename(path, to: newPath) }
    }

    func link(_ path: String, to newPath: String) throws(FileFailure) {
        try call("link") { disk throws(FileFailure) in try disk.link(path, to: newPath) }
    }

    func unlink(_ path: String) throws(FileFailure) {
        try call("unlink") { disk throws(FileFailure) in try disk.unlink(path) }
    }

    func makeFolder(_ path: String) throws(FileFailure) {
        try call("mkdir") { disk throws(FileFailure) in try disk.makeFolder(path) }
    }

    func linkTarget(of path: String) throws(FileFailure) -> String? {
        // `FileStorage` makes no call for a path without a link, so none can fail.
        guard contents.withLock({ $0.disk.linkTarget(of: path) }) != nil else { return nil }
        return try call("readlink") { disk throws(FileFailure) in disk.linkTarget(of: path) }
    }

    func isOpen(_ descriptor: CInt, at path: String) -> Bool {
        contents.withLock { $0.disk.isOpen(descriptor, at: path) }
    }

    func names(in folder: String) throws(FileFailure) -> [String] {
        try call("readdir") { disk throws(FileFailure) in try disk.names(in: folder) }
    }

    func claim(_ descriptor: CInt) -> Bool { contents.withLock { $0.disk.claim(descriptor) } }

    func giveBack(_ descriptor: CInt) { contents.withLock { $0.disk.giveBack(descriptor) } }
}
