// SPDX-License-Identifier: MIT

import CRexSystem
public import PersistenceMiddleware
import RexCore

/// A storage on a simulated disk that loses power, fails and decays as real ones do.
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
/// It runs the code of `FileStorage` on files in memory, system call by system call. Changes are
/// visible at once. ``kill()`` cuts the power, which discards unsynced bytes and names, or as many of
/// them as the schedule chooses, and all locks.
///
/// - Calls fail with ``failCalls(after:count:takingEffect:with:)``, before or after their effect. After
///   an `fsync` that failed before its effect, the bytes are still read, and no later `fsync` brings
///   them to the disk.
/// - Bits flip with ``flipBit(_:ofByte:in:)``.
/// - The process dies without a loss of power with ``crash()``.
/// - Another program removes a folder with ``removeFolder(_:)``, or moves a file elsewhere and links
///   it with ``addSymbolicLink(at:to:)``, also to another device, see ``addDevice(at:)``.
///
/// In a world, it is killed together with a test store of that world, and the next store finds the
/// rest. An exploration also chooses whether the power is lost then. The storage may be used from any
/// thread.
public final class TestStorage: Storage {
    private let calls: TestFileCalls
    private let files: FileStorage
    private let schedule: Schedule

    /// Makes an empty storage.
    ///
    /// - Parameter schedule: Chooses the unsynced changes that survive ``kill()``. The default keeps
    ///   none of them.
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

    /// Ends the process without a loss of power: locks are gone and open files are closed.
    ///
    /// All changes stay visible. A later ``kill()`` discards those that are still not synced.
    public func crash() { calls.restart { $0.afterCrash() } }

    /// Cuts the power: unsynced changes and locks are gone, and open files are closed.
    public func kill() {
        var choices = TestDisk.Choices()
        if schedule.exploration != nil {
            choices.keepsName = { [schedule] in schedule.bool("\($0) is left") }
            choices.keepsBytes = { [schedule] text, count in schedule.int(in: 0...count, text) }
            choices.fillsUp = { [schedule] in schedule.bool($0) }
        }
        calls.restart { $0.afterLoss(choices) }
    }

    /// Cuts the power after some more calls.
    ///
    /// Nobody notices before ``kill()``.
    ///
    /// Later calls seem to succeed, and ``kill()`` discards their effects. So a test crashes an app in
    /// the middle of a save, which is one step of its store.
    ///
    /// - Parameter calls: The number of calls before the cut; see ``callNames``.
    public func cutPower(after calls: Int) { self.calls.cutPower(after: calls) }

    /// Makes calls fail with an error of the system.
    ///
    /// A second call replaces the failures of the first one; a count of 0 ends them.
    ///
    /// - Parameters:
    ///   - calls: The number of calls before those that fail.
    ///   - count: The number of calls that fail.
    ///   - takingEffect: Whether they take effect before they fail. A rename, for example, then takes
    ///     place and reports an error.
    ///   - error: The number of the error, such as `ENOSPC`.
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
        precondition((0..<8).contains(bit), "Bit \(bit) of a byte does not exist: use one of 0 to 7.")
        let isFlipped = calls.change { $0.flipBit(bit, ofByte: index, in: path) }
        precondition(isFlipped, "\(path) has no byte \(index): look at the count of `read` first.")
    }

    /// Removes a folder with all that is in it, as a user or another program does.
    ///
    /// Files and locks that are open stay so, without a name. If there is no such folder, this does
    /// nothing.
    public func removeFolder(_ path: String) { calls.change { $0.removeFolder(path) } }

    /// Makes a symbolic link, and the folders that it is in.
    ///
    /// - Parameters:
    ///   - path: The path of the link, whose file it replaces.
    ///   - target: The path that it leads to, from the link's folder on or from the root. Nothing
    ///     needs to be there.
    public func addSymbolicLink(at path: String, to target: String) {
        calls.change { $0.addLink(at: path, to: target) }
    }

    /// Puts a folder on a device of its own: no file can be renamed into it or out of it.
    ///
    /// The folder is made if it is missing.
    public func addDevice(at folder: String) { calls.change { $0.addDevice(at: folder) } }

    /// The POSIX names of the calls so far, in order.
    public var callNames: [String] { calls.names }

    /// Returns all bytes of a file, or nil if it does not exist.
    public func read(_ path: String) throws(StorageError) -> [UInt8]? { try files.read(path) }

    /// Writes and syncs a temporary file, renames both files, and syncs the folder.
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

    /// Overwrites the end of a file with the same bytes, and syncs it.
    public func resync(_ bytes: [UInt8], from offset: Int, at path: String) throws(StorageError) {
        try files.resync(bytes, from: offset, at: path)
    }

    /// Renames a file.
    public func move(_ path: String, to newPath: String) throws(StorageError) { try files.move(path, to: newPath) }

    /// Removes a file.
    public func remove(_ path: String) throws(StorageError) { try files.remove(path) }

    /// Follows a symbolic link.
    public func resolve(_ path: String) throws(StorageError) -> String { try files.resolve(path) }

    /// Returns the files whose paths begin with this one.
    public func paths(beginningWith path: String) throws(StorageError) -> [String] {
        try files.paths(beginningWith: path)
    }

    /// Locks a file, until it is unlocked or the process or the power ends.
    public func lock(_ path: String) throws(StorageError) -> StorageLock { try files.lock(path) }
}
