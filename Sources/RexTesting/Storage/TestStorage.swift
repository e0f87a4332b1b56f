// SPDX-License-Identifier: MIT

import CRexSystem
public import PersistenceMiddleware
import RexCore

/// A storage on a simulated disk that can lose power, fail and decay.
///
/// ```swift
/// let world = TestWorld(schedule: schedule)
/// let storage = TestStorage(in: world)
/// let first = TestStore(initialState: Notes(), feature: notes, dependencies: file(storage), in: world)
/// first.send(.typed("tea"))
/// first.kill()
/// let saved = try file(storage).load() ?? Notes()
/// let second = TestStore(initialState: saved, feature: notes, dependencies: file(storage), in: world)
/// ```
///
/// It runs the code of `FileStorage` on files in memory, system call by system call. Changes are
/// visible at once. ``kill()`` cuts the power: it discards all locks, and the unsynced bytes and
/// names. In an exploration, the schedule chooses which of them survive.
///
/// - ``failCalls(after:count:takingEffect:with:)`` makes calls fail, before or after their effect.
///   After an `fsync` that failed before its effect, the bytes can be read, but no later `fsync`
///   writes them to the disk.
/// - ``flipBit(_:ofByte:in:)`` damages a file.
/// - ``crash()`` ends the process without a loss of power.
/// - ``removeFolder(_:)``, ``addSymbolicLink(at:to:)`` and ``addDevice(at:)`` do what other
///   programs do to files.
///
/// In a world, the storage is killed together with a test store, and the next store finds the
/// remaining files. In an exploration, the schedule chooses between a crash and a loss of power.
/// The storage may be used from any thread.
public final class TestStorage: Storage {
    private let calls: TestFileCalls
    private let files: FileStorage
    private let schedule: Schedule

    /// Makes an empty storage.
    ///
    /// - Parameter schedule: Chooses the unsynced changes that survive ``kill()``. The default
    ///   keeps none.
    public init(schedule: Schedule = .inOrder) {
        self.schedule = schedule
        calls = TestFileCalls()
        files = FileStorage(calls: calls)
    }

    /// Makes a storage that is killed with the stores of a world.
    ///
    /// After the end of the world, its stores have no effect on the storage.
    public convenience init(in world: TestWorld) {
        self.init(schedule: world.schedule)
        calls.end.withLock { $0.hasCome = { [core = world.core] in core.isOver } }
        world.core.whenKilled { [weak self] in self?.endProcess() }
    }

    /// Ends a process of a world, with a loss of power unless an exploration chooses otherwise.
    private func endProcess() {
        let isCrash = !calls.isCut && schedule.exploration != nil && schedule.bool("the power stays on")
        if isCrash { crash() } else { kill() }
    }

    /// Ends the process without a loss of power.
    ///
    /// Releases locks and closes files.
    ///
    /// All changes stay visible. A later ``kill()`` discards those that are still unsynced.
    public func crash() { calls.restart { $0.afterCrash() } }

    /// Cuts the power: discards unsynced changes, releases locks and closes files.
    public func kill() {
        var choices = TestDisk.Choices()
        if schedule.exploration != nil {
            choices.keepsName = { [schedule] in schedule.bool("\($0) survives") }
            choices.keepsBytes = { [schedule] text, count in schedule.int(in: 0...count, text) }
            choices.fillsUp = { [schedule] in schedule.bool($0) }
        }
        calls.restart { $0.afterLoss(choices) }
    }

    /// Cuts the power after some more calls.
    ///
    /// Later calls seem to succeed. ``kill()`` then discards their effects. With this, a test can
    /// crash an app in the middle of a save, which is one step of its store.
    ///
    /// - Parameter calls: The number of calls before the cut; see ``callNames``.
    public func cutPower(after calls: Int) { self.calls.cutPower(after: calls) }

    /// Makes calls fail with a system error.
    ///
    /// Another call of this method replaces the failures. A count of 0 ends them.
    ///
    /// - Parameters:
    ///   - calls: The number of calls before the first failure.
    ///   - count: The number of calls that fail.
    ///   - takingEffect: Whether the calls take effect before they fail. A rename, for example,
    ///     then happens and reports an error.
    ///   - error: The error number, such as `ENOSPC`.
    public func failCalls(
        after calls: Int = 0,
        count: Int = 1,
        takingEffect: Bool = false,
        with error: Int32
    ) {
        self.calls.fail(.init(skip: calls, count: count, error: error, takesEffect: takingEffect))
    }

    /// Flips a bit of a file, in memory and on disk, as a decaying disk does.
    ///
    /// - Precondition: The file has such a byte, and the bit is one of 0 to 7.
    public func flipBit(_ bit: Int, ofByte index: Int, in path: String) {
        precondition((0..<8).contains(bit), "Bit \(bit) does not exist. Pass a bit from 0 to 7.")
        let isFlipped = calls.change { $0.flipBit(bit, ofByte: index, in: path) }
        precondition(isFlipped, "The file \(path) has no byte \(index). Pass an index below the count of its bytes.")
    }

    /// Removes a folder and its contents, as a user or another program does.
    ///
    /// Open files and locks stay open, without a name. Does nothing if there is no such folder.
    public func removeFolder(_ path: String) { calls.change { $0.removeFolder(path) } }

    /// Makes a symbolic link, and the folders that contain it.
    ///
    /// - Parameters:
    ///   - path: The path of the link. A file at this path is replaced.
    ///   - target: The path that the link points to, absolute or relative to the folder of the
    ///     link. It need not exist.
    public func addSymbolicLink(at path: String, to target: String) {
        calls.change { $0.addLink(at: path, to: target) }
    }

    /// Puts a folder on a device of its own, so that no file can be renamed into it or out of it.
    ///
    /// The folder is made if it is missing.
    public func addDevice(at folder: String) { calls.change { $0.addDevice(at: folder) } }

    /// The POSIX names of the calls so far, in order.
    public var callNames: [String] { calls.names }

    /// Returns all bytes of a file, or nil if it does not exist.
    public func read(_ path: String) throws(StorageError) -> [UInt8]? { try files.read(path) }

    /// Writes and syncs a temporary file, gives the old one its second name, renames the new one, and
    /// syncs the folder.
    public func write(_ bytes: [UInt8], to path: String, keepingOldAs oldPath: String?) throws(StorageError) {
        try files.write(bytes, to: path, keepingOldAs: oldPath)
    }

    /// Appends bytes to a file.
    public func append(_ bytes: [UInt8], to path: String) throws(StorageError) { try files.append(bytes, to: path) }

    /// Appends bytes to a file of `size` bytes, and syncs it.
    public func appendDurably(
        _ bytes: [UInt8],
        to path: String,
        expecting size: Int
    ) throws(StorageError) -> Bool {
        try files.appendDurably(bytes, to: path, expecting: size)
    }

    /// Syncs a file and its folder.
    public func sync(_ path: String) throws(StorageError) { try files.sync(path) }

    /// Overwrites a file with the same bytes, and syncs it.
    public func resync(_ bytes: [UInt8], at path: String) throws(StorageError) {
        try files.resync(bytes, at: path)
    }

    /// Renames a file.
    public func move(_ path: String, to newPath: String) throws(StorageError) { try files.move(path, to: newPath) }

    /// Removes a file.
    public func remove(_ path: String) throws(StorageError) { try files.remove(path) }

    /// Returns the target of a symbolic link.
    public func resolve(_ path: String) throws(StorageError) -> String { try files.resolve(path) }

    /// Returns the files whose paths begin with this one.
    public func paths(beginningWith path: String) throws(StorageError) -> [String] {
        try files.paths(beginningWith: path)
    }

    /// Locks a file until it is unlocked, or until the process or the power ends.
    public func lock(_ path: String) throws(StorageError) -> StorageLock { try files.lock(path) }
}
