// SPDX-License-Identifier: MIT

import CRexSystem

/// What could not be done with a path, and why.
///
/// It never says what is in a file.
///
/// ```swift
/// print(error)  // drafts.json cannot be written: No space left on device.
/// ```
public struct StorageError: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    /// What was being done.
    public enum Operation: String, Hashable, Codable, Sendable {
        /// Its bytes were read.
        case read
        /// Its bytes were replaced.
        case write
        /// Bytes were added to it.
        case append
        /// What was added was made to last.
        case sync
        /// It was given another path.
        case move
        /// It was removed.
        case remove
        /// What stands beside it was looked for.
        case list
        /// It was taken for one user.
        case lock
    }

    /// Why it could not be done.
    public enum Reason: Hashable, Codable, Sendable {
        /// The system refused it, with this number of its `errno`.
        case system(Int32)
        /// Another process, or another user in this one, has it.
        case isInUse
        /// It is no file, such as a folder.
        case isNotFile
        /// The file was not written by a ``StateFile``, or for an outbox not by an outbox.
        case isForeign
        /// The file was written by a newer version of the app.
        case isNewer(version: Int)
        /// The file is not as it was written. It was put aside, and there is no good one before it.
        case isDamaged
        /// The file is not as it was written. What could be read of it goes on, and the damaged file is
        /// kept at this path.
        case wasDamaged(keptAs: String)
        /// The coder cannot turn the value into bytes.
        case cannotEncode(String)
        /// The coder cannot turn the bytes, which are as they were written, into a value.
        case cannotDecode(String)
        /// Another storage says this.
        case other(String)
    }

    /// Where it was to be done.
    public let path: String
    /// What was being done.
    public let operation: Operation
    /// Why it could not be done.
    public let reason: Reason

    /// Makes an error, for a storage of one's own.
    public init(_ operation: Operation, _ path: String, _ reason: Reason) {
        (self.operation, self.path, self.reason) = (operation, path, reason)
    }

    /// The path, what was being done, and the reason, as a sentence.
    public var description: String { "\(path) cannot be \(operation.participle): \(reason)." }
}

extension StorageError.Operation {
    fileprivate var participle: String {
        switch self {
        case .read: "read"
        case .write: "written"
        case .append: "added to"
        case .sync: "made to last"
        case .move: "moved"
        case .remove: "removed"
        case .list: "looked for"
        case .lock: "taken"
        }
    }
}

extension StorageError.Reason: CustomStringConvertible {
    /// The reason in words; that of the system in its own.
    public var description: String {
        switch self {
        case .system(let number): unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
        case .isInUse: "another process, or another user of it in this one, has it"
        case .isNotFile: "it is no file"
        case .isForeign: "it was written by something else, and is left as it is"
        case .isNewer(let version): "it was written by a newer version, \(version), and is left as it is"
        case .isDamaged: "it was damaged and has been put aside, and there is no good one before it"
        case .wasDamaged(let copy): "it was damaged; what could be read of it goes on, and it is kept as \(copy)"
        case .cannotEncode(let reason): "its value cannot be encoded, \(reason)"
        case .cannotDecode(let reason): "its value cannot be decoded, \(reason)"
        case .other(let reason): reason
        }
    }
}

extension StorageError {
    /// Whether this process may not write there.
    package var isForbidden: Bool {
        guard case .system(let number) = reason else { return false }
        return [EACCES, EPERM, EROFS].contains(number)
    }
}
