// SPDX-License-Identifier: MIT

import CRexSystem

/// An operation of a storage that has failed, its path and the reason.
///
/// It never contains bytes or values of a file.
///
/// ```swift
/// print(error)  // drafts.state cannot be written: No space left on device.
/// ```
public struct StorageError: Error, Hashable, Codable, Sendable, CustomStringConvertible {
    /// An operation of a storage.
    public enum Operation: String, Hashable, Codable, Sendable {
        /// Reading the bytes.
        case read
        /// Replacing the bytes.
        case write
        /// Appending bytes.
        case append
        /// Making changes survive a loss of power.
        case sync
        /// Moving the bytes to another path.
        case move
        /// Removing the path.
        case remove
        /// Listing the paths that begin with this one.
        case list
        /// Locking the path.
        case lock
    }

    /// The reason of a failure.
    public enum Reason: Hashable, Codable, Sendable {
        /// The system has failed, with this `errno`.
        case system(Int32)
        /// Another process, or another user in this process, has locked the path.
        case isInUse
        /// The path is a folder or another thing that is not a file.
        case isNotFile
        /// Another program wrote the file.
        case isForeign
        /// A newer version of the app wrote the file.
        case isNewer(version: Int)
        /// The file is damaged and was put aside, and there is no good one before it.
        case isDamaged
        /// The file was damaged.
        ///
        /// It is kept at this path, and what could be read of it, or the file before it, is in its
        /// place.
        case wasDamaged(keptAs: String)
        /// The coder cannot turn the value into bytes.
        case cannotEncode(String)
        /// The coder cannot turn the bytes into a value.
        ///
        /// They are not damaged.
        case cannotDecode(String)
        /// A reason of another storage.
        case other(String)
    }

    /// The path of the operation.
    public let path: String
    /// The operation that has failed.
    public let operation: Operation
    /// The reason of the failure.
    public let reason: Reason

    /// Makes an error, for your own storage.
    public init(_ operation: Operation, _ path: String, _ reason: Reason) {
        (self.operation, self.path, self.reason) = (operation, path, reason)
    }

    /// A sentence with the path, the operation and the reason.
    public var description: String {
        switch reason {
        case .wasDamaged, .isInUse: return "\(path) \(reason)."
        default: break
        }
        return "\(path) cannot be \(operation.participle): \(reason)."
    }
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
        case .lock: "locked"
        }
    }
}

extension StorageError.Reason: CustomStringConvertible {
    /// The reason in words; for an error of the system, its own text.
    public var description: String {
        switch self {
        case .system(let number): unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
        case .isInUse: "is in use by another process, or by another StateFile, OutboxFile or store in this one"
        case .isNotFile: "it is no file"
        case .isForeign: "it was written by something else, and is left as it is"
        case .isNewer(let version): "it was written by a newer version, \(version), and is left as it is"
        case .isDamaged: "it was damaged and has been put aside, and there is no good one before it"
        case .wasDamaged(let copy): "was damaged and is kept as \(copy); what could be read of it is in its place"
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

    /// Whether the system cannot read a file that this process may read, as with a bad sector.
    package var isUnreadable: Bool {
        guard case .system = reason else { return false }
        return operation == .read && !isForbidden
    }
}
