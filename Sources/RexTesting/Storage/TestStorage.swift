// SPDX-License-Identifier: MIT

import CRexSystem
public import PersistenceMiddleware
import RexCore

/// A storage on a disk whose power a test can cut, and whose calls it can let fail.
///
/// ```swift
/// let world = TestWorld(schedule: schedule)
/// let storage = TestStorage(in: world)
/// let first = TestStore(initialState: Notes(), feature: notes, dependencies: file(storage), in: world)
/// first.send(.typed("tea"))
/// first.kill()
/// let second = TestStore(initialState: try file(storage).load() ?? Notes(), ...)
/// ```
///
/// It does what `FileStorage` does, by the same code, on files that are in
/// memory: it creates, writes, syncs and renames them one call after the other. What was written is
/// read at once. What was not synced, bytes and names, is gone after ``kill()``, or as much of it
/// as the schedule chooses. Locks are gone as well.
///
/// In a world it is killed when a test store of that world is: what is there after that is what the
/// next one finds. It may be used from any thread.
public final class TestStorage: Storage {
    private let calls: TestFileCalls
    private let files: FileStorage
    private let schedule: Schedule

    /// Makes a storage in which nothing is.
    ///
    /// - Parameter schedule: chooses what of that which was not synced is left by ``kill()``; in
    ///   order that is nothing.
    public init(schedule: Schedule = .inOrder) {
        self.schedule = schedule
        calls = TestFileCalls()
        files = FileStorage(calls: calls)
    }

    /// Makes a storage that is killed with the stores of a world.
    ///
    /// When the world has ended, what its stores do to the storage has no effect.
    public convenience init(in world: TestWorld) {
        self.init(schedule: world.schedule)
        calls.end.withLock { $0.hasCome = { [core = world.core] in core.isOver } }
        world.core.whenKilled { [weak self] in self?.kill() }
    }

    /// Cuts the power: what was not synced is gone, and so are the locks.
    ///
    /// Whoever used it before has to begin anew: what was open is closed.
    public func kill() {
        var choices = TestDisk.Choices()
        if schedule.exploration != nil {
            choices.keepsName = { [schedule] in schedule.bool("\($0) is left") }
            choices.keepsBytes = { [schedule] text, count in schedule.int(in: 0...count, text) }
            choices.fillsUp = { [schedule] in schedule.bool($0) }
        }
        calls.restart(choices)
    }

    /// Cuts the power after so many more calls, which is not noticed until ``kill()``.
    ///
    /// Calls behind those seem to succeed, and what they do is gone. So a test crashes an app in
    /// the midst of a save, which is one step of its store.
    ///
    /// - Parameter calls: how many calls still count; see ``callNames``.
    public func cutPower(after calls: Int) { self.calls.cutPower(after: calls) }

    /// Lets calls fail: after so many more, as many as are said, with this error of the system.
    ///
    /// - Parameters:
    ///   - calls: how many calls are made before.
    ///   - count: how many fail then.
    ///   - error: the number of the error, such as `ENOSPC`.
    public func failCalls(after calls: Int = 0, count: Int = 1, with error: Int32) {
        self.calls.fail(after: calls, count: count, with: error)
    }

    /// The calls that were made, in order, each with the name that it has in POSIX.
    public var callNames: [String] { calls.names }

    /// All bytes of a file; nil if there is none.
    public func read(_ path: String) throws(StorageError) -> [UInt8]? { try files.read(path) }

    /// Writes a file beside it, syncs that, renames both, and syncs the folder.
    public func write(_ bytes: [UInt8], to path: String, keepingOldAs oldPath: String?) throws(StorageError) {
        try files.write(bytes, to: path, keepingOldAs: oldPath)
    }

    /// Adds bytes to a file.
    public func append(_ bytes: [UInt8], to path: String) throws(StorageError) { try files.append(bytes, to: path) }

    /// Adds bytes to a file that has `size` bytes, and syncs it.
    public func appendDurably(
        _ bytes: [UInt8],
        to path: String,
        expecting size: Int
    ) throws(StorageError) -> Bool {
        try files.appendDurably(bytes, to: path, expecting: size)
    }

    /// Syncs a file.
    public func sync(_ path: String) throws(StorageError) { try files.sync(path) }

    /// Renames a file.
    public func move(_ path: String, to newPath: String) throws(StorageError) { try files.move(path, to: newPath) }

    /// Removes a file.
    public func remove(_ path: String) throws(StorageError) { try files.remove(path) }

    /// Follows a symbolic link.
    public func resolve(_ path: String) throws(StorageError) -> String { try files.resolve(path) }

    /// The files whose paths begin with this one.
    public func paths(beginningWith path: String) throws(StorageError) -> [String] {
        try files.paths(beginningWith: path)
    }

    /// Takes a file, until it is given back or ``kill()`` is called.
    public func lock(_ path: String) throws(StorageError) -> StorageLock { try files.lock(path) }
}
