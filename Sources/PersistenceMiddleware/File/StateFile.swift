// SPDX-License-Identifier: MIT

/// A file that holds one value, which outlives the process.
///
/// ```swift
/// let drafts = StateFile<Drafts>(at: folder + "/drafts.state", version: 2) { migrate in
///     migrate.from(1) { (old: DraftsV1) in Drafts(texts: old.texts.map(Draft.init)) }
/// }
/// let saved = try drafts.load() ?? Drafts()
/// ```
///
/// After a crash at any moment it holds a value that was saved: the last one, or the one before it
/// if the crash came while the last one was written. The value before it is kept beside it, in a
/// file whose name ends with `.previous`. So the file takes twice the room of the value, and three
/// times while it is written.
///
/// A damaged file is put aside: its name gets the end `.damaged-1`, or the next number that is free,
/// and the value before it is loaded. If only the header is damaged, by one or two flipped bits, the
/// value itself is loaded. Savings report that with
/// ``StorageError/Reason/wasDamaged(keptAs:)``.
///
/// A file that another program or a newer version of the app has written is neither loaded nor
/// replaced: reading and writing fail until it is gone. If there is a good `.previous` beside it, the
/// file is taken for a damaged one.
///
/// A symbolic link is followed when the file is opened, and everything is done at its target.
///
/// The first ``load()``, ``save(_:)`` or ``remove()`` locks the file for this value and its copies,
/// until the last copy is gone or a store that saves to it has ended. For another process, or another
/// `StateFile` of the same path, it is in use until then. Make one, and pass it on. The names that begin
/// with its name and end with `.new`, `.previous`, `.lock`, or `.damaged-` and a number belong to it:
/// other files of these names are lost.
///
/// - Important: On iOS, the system ends an app that is suspended while it has a locked file in a folder
///   that several apps share. Use the app's own folder.
///
/// It may be used from any thread. Its functions run one after the other, and wait for the disk.
public struct StateFile<Value: Codable & Sendable>: Sendable {
    /// The path of the file in its storage.
    public let path: String
    /// The version of the values that it saves.
    public let version: Int
    private let files: StateFiles
    private let coder: any StateCoder
    private let migrations: StateMigrations<Value>

    /// Makes a file.
    ///
    /// Nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - path: The path in the storage. Missing folders are made when they are needed.
    ///   - version: The version of the saved values. Raise it when older values can no longer be
    ///     decoded.
    ///   - storage: Stores the bytes.
    ///   - coder: Encodes and decodes the values.
    ///   - migrations: Adds the migrations from older versions.
    /// - Precondition: Each version from 1 on has a migration that leads to this version.
    public init(
        at path: String,
        version: Int = 1,
        storage: some Storage = .files,
        coder: some StateCoder = .json,
        migrations: (inout StateMigrations<Value>) -> Void = { _ in }
    ) {
        precondition(version >= 1, "StateFile at \(path), version \(version): versions begin with 1.")
        (self.path, self.version, self.coder) = (path, version, coder)
        var ways = StateMigrations<Value>(to: version, at: path)
        migrations(&ways)
        ways.check()
        self.migrations = ways
        files = StateFiles(path: path, version: version, storage: storage)
    }

    /// Returns the value that was saved last, or nil if no value was saved.
    ///
    /// A value of an older version is migrated. The next ``save(_:)`` saves it in the new version.
    /// Where this process may not write, the file is read without its lock.
    ///
    /// - Throws: Why the value cannot be loaded, or may be lost with the power. If it cannot be decoded,
    ///   the reason names the missing key or the path, and the migration to add. Until a load returns,
    ///   ``save(_:)`` throws the same error and does not replace the value. If the file is damaged and
    ///   there is no good one before it, both are put aside, and ``StorageError/Reason/isDamaged`` is
    ///   thrown once.
    public func load() throws(StorageError) -> Value? {
        try files.load { bytes, version throws(StorageError) in try value(of: bytes, version: version) }
    }

    /// Returns the value that `saving(…, owner:)` has saved last for this owner, or nil if there is
    /// none.
    ///
    /// If the file is of another owner, or was saved without one, it is removed with all its copies: the
    /// value before it, damaged files that were put aside, and temporary files. Its value is not
    /// decoded. Once this has returned, a store saves the value of this owner.
    ///
    /// - Parameter owner: The id of the user whose value it is. With nil, since no user is logged in or
    ///   the user is not known yet, this returns nil, and reads and removes nothing.
    /// - Throws: What ``load()`` throws, and why another owner's files may be left.
    public func load(owner: String?) throws(StorageError) -> Value? {
        guard let owner else { return nil }
        return try files.load(owner: owner) { bytes, version throws(StorageError) in
            try value(of: bytes, version: version)
        }
    }

    /// Saves a value, which survives a crash when this returns.
    ///
    /// - Throws: Why it may not be saved. A crash then leaves this value or the one before it.
    public func save(_ value: Value) throws(StorageError) { try save(value, owner: nil) }

    /// Saves a value with the id of its owner, and removes the files of another owner first.
    func save(_ value: Value, owner: String?) throws(StorageError) {
        let payload: [UInt8]
        do {
            payload = try StateFileCoding.$current.withValue(.saving) { try coder.encode(value) }
        } catch {
            throw StorageError(.write, path, .cannotEncode(reason(error)))
        }
        try files.save(payload, owner: owner) { bytes, version throws(StorageError) in
            _ = try self.value(of: bytes, version: version)
        }
    }

    /// Removes the value, the one before it, damaged files that were put aside, and temporary files,
    /// also if a newer version of the app has saved them.
    ///
    /// - Throws: Why some of these files may be left. The value itself is removed last; until then,
    ///   ``load()`` returns it.
    public func remove() throws(StorageError) {
        try files.remove()
    }

    /// Returns whether ``load(owner:)`` has returned for this owner since the last call that returned
    /// true.
    func takeLoad(of owner: String) -> Bool { files.takeLoad(of: owner) }

    /// Whether ``load(owner:)`` has returned for this owner, and its value was not taken yet.
    func isLoaded(for owner: String) -> Bool { files.isLoaded(for: owner) }

    /// Unlocks the file until it is used again.
    func release() { files.release() }

    /// Returns the damaged files that were put aside, each once.
    func takeReports() -> [StorageError] { files.takeReports() }

    private func value(of bytes: [UInt8], version: Int) throws(StorageError) -> Value {
        do {
            return try StateFileCoding.$current.withValue(StateFileCoding.current ?? .loading) {
                try migrations.value(of: bytes, version: version, coder: coder)
            }
        } catch {
            let advice = error is DecodingError ? ". \(adviceAfterChange(from: version))" : ""
            throw StorageError(.read, path, .cannotDecode(reason(error) + advice))
        }
    }

    /// What to do if the type of a saved version has changed, so that its values cannot be decoded.
    private func adviceAfterChange(from saved: Int) -> String {
        saved == version
            ? """
            It was saved with version \(saved): if its type has changed since, raise the version to \(saved + 1) and \
            add migrate.from(\(saved)) { (old: …) in … }
            """
            : "It was saved with version \(saved): let migrate.from(\(saved)) take the type of that version, unchanged"
    }

    /// Describes an error without values and keys of dictionaries.
    private func reason(_ error: any Error) -> String {
        reasonOfCodingError(error).map { "since \($0)" } ?? "because of a \(type(of: error))"
    }
}
