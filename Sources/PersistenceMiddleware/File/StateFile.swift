// SPDX-License-Identifier: MIT

/// A place that holds one value, which outlives the process.
///
/// ```swift
/// let drafts = StateFile<Drafts>(at: folder + "/drafts.json", version: 2) { migrate in
///     migrate.from(1) { (old: DraftsV1) in Drafts(texts: old.texts.map(Draft.init)) }
/// }
/// let saved = try drafts.load() ?? Drafts()
/// ```
///
/// After a crash at any moment it holds a value that was saved: the last one, or the one before it
/// if the crash came while the last one was written. The one before is kept beside it, with
/// `.previous` behind its name, so it takes twice the room of the value, and three times while it
/// is written. A file that is not as it was written gets `.damaged-1` behind its name, or the next
/// number that is free, and the one before is loaded in its place.
///
/// What somebody else has written, and what a newer version of the app has, is neither loaded nor
/// replaced: reading and writing fail, and say why, until it is gone.
///
/// The first ``load()``, ``save(_:)`` or ``remove()`` takes the file for this value and its copies,
/// as long as one of them is there, or until a store that saves to it has ended; for another
/// process, or another `StateFile` of the same path, it is in use then. Make one, and pass it on.
/// The names that begin with its own and end with `.new`, `.previous`, `.lock` and `.damaged-` with
/// a number belong to it: what somebody else has there is lost. On iOS an app that is suspended while it has a file
/// in a folder that it shares with other apps is ended by the system, so it is not the place for
/// one.
///
/// It may be used from any thread; what is done to it comes one after the other. Each of its
/// functions waits for the disk.
public struct StateFile<Value: Codable & Sendable>: Sendable {
    /// Where it is.
    public let path: String
    /// The version of what it saves.
    public let version: Int
    private let keeper: StateKeeper
    private let coder: any StateCoder
    private let migrations: StateMigrations<Value>

    /// Makes a place for a value; nothing is read or written yet.
    ///
    /// - Parameters:
    ///   - path: where the value is, in the storage; its folders are made when they are needed.
    ///   - version: the version of what is saved, which is raised when values that were saved could
    ///     no longer be read.
    ///   - storage: where bytes are kept.
    ///   - coder: turns values into bytes, and back.
    ///   - migrations: says how values of each older version become such of this one.
    /// - Precondition: There is a way to this version from each version before it, beginning with
    ///   1.
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
        keeper = StateKeeper(path: path, version: version, storage: storage)
    }

    /// The value that was saved last; nil if there is none.
    ///
    /// One of an older version is migrated; it is saved as such by the next ``save(_:)``.
    ///
    /// - Throws: why there is a value and it cannot be had. As long as no load has returned then,
    ///   ``save(_:)`` does not replace that value. That a file was damaged, and there is no good one
    ///   before it, is said once: it has been put aside.
    public func load() throws(StorageError) -> Value? {
        try keeper.load { bytes, version throws(StorageError) in try value(of: bytes, version: version) }
    }

    /// Saves a value: when this returns, it is what a crash leaves.
    ///
    /// - Throws: why it is not saved; what was there is as it was.
    public func save(_ value: Value) throws(StorageError) {
        let payload: [UInt8]
        do {
            payload = try coder.encode(value)
        } catch {
            throw StorageError(.write, path, .cannotEncode(reason(error)))
        }
        try keeper.save(payload) { bytes, version throws(StorageError) in
            _ = try self.value(of: bytes, version: version)
        }
    }

    /// Removes the value, the one before it, and all that was put aside, also if a newer version
    /// has saved it.
    ///
    /// - Throws: why something of it is left. As long as the value itself is, the next load has it.
    public func remove() throws(StorageError) {
        try keeper.remove()
    }

    /// Gives the file back to others, until it is used again.
    @usableFromInline func release() { keeper.release() }

    private func value(of bytes: [UInt8], version: Int) throws(StorageError) -> Value {
        do {
            return try migrations.value(of: bytes, version: version, coder: coder)
        } catch {
            throw StorageError(.read, path, .cannotDecode(reason(error)))
        }
    }

    /// What an error says without what is in the value, keys of dictionaries included.
    private func reason(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound: "since a key is missing"
        case DecodingError.typeMismatch(let type, _): "since something is no \(type)"
        case DecodingError.valueNotFound(let type, _): "since a \(type) is missing"
        case DecodingError.dataCorrupted: "since something is not as its type wants it"
        case EncodingError.invalidValue(let value, _): "since there is a \(type(of: value)) in it"
        default: "because of a \(type(of: error))"
        }
    }
}
