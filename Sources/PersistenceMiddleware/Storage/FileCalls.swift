// SPDX-License-Identifier: MIT

/// The system calls that ``FileStorage`` makes.
///
/// A crash can follow each of them.
package protocol FileCalls: Sendable {
    /// Opens a file.
    func open(_ path: String, _ mode: FileOpening, permissions: UInt32) throws(FileFailure) -> CInt
    /// Returns the number of bytes of an open file.
    func size(of descriptor: CInt) throws(FileFailure) -> Int
    /// Reads an open file to its end.
    func read(_ descriptor: CInt) throws(FileFailure) -> [UInt8]
    /// Writes some of the bytes; returns how many.
    func write(_ bytes: ArraySlice<UInt8>, to descriptor: CInt) throws(FileFailure) -> Int
    /// Overwrites some bytes of an open file; returns how many.
    func write(_ bytes: ArraySlice<UInt8>, to descriptor: CInt, at offset: Int) throws(FileFailure) -> Int
    /// Shortens an open file.
    func truncate(_ descriptor: CInt, to size: Int) throws(FileFailure)
    /// Makes the bytes of an open file, or the names in an open folder, survive a loss of power.
    func sync(_ descriptor: CInt) throws(FileFailure)
    /// Closes a descriptor.
    func close(_ descriptor: CInt)
    /// Renames a file, replacing the file of that name.
    ///
    /// A folder cannot be renamed.
    func rename(_ path: String, to newPath: String) throws(FileFailure)
    /// Gives a file another name, beside the one that it has.
    ///
    /// The new name must not exist.
    func link(_ path: String, to newPath: String) throws(FileFailure)
    /// Removes the name of a file.
    func unlink(_ path: String) throws(FileFailure)
    /// Makes a folder that only its owner can use.
    func makeFolder(_ path: String) throws(FileFailure)
    /// Returns the target that a symbolic link has, or nil if the path is not a link.
    func linkTarget(of path: String) throws(FileFailure) -> String?
    /// Returns the names in a folder.
    func names(in folder: String) throws(FileFailure) -> [String]
    /// Locks an open file until it is closed; returns false if another caller has locked it.
    func claim(_ descriptor: CInt) -> Bool
    /// Returns whether an open file still has this path.
    func isOpen(_ descriptor: CInt, at path: String) -> Bool
    /// Unlocks an open file.
    func giveBack(_ descriptor: CInt)
}

/// The purpose for which a file is opened.
package enum FileOpening: Hashable, Sendable {
    /// To read it.
    ///
    /// It has to exist.
    case reading
    /// To write it.
    ///
    /// It must not exist.
    case new
    /// To append to it.
    ///
    /// It has to exist.
    case adding
    /// To overwrite bytes of it.
    ///
    /// It has to exist.
    case changing
    /// To lock it.
    ///
    /// It may exist.
    case claiming
    /// To sync the names in it.
    ///
    /// It has to be a folder.
    case folder
}

/// The number of an error of the system.
package struct FileFailure: Error, Hashable {
    package let number: CInt

    package init(_ number: CInt) { self.number = number }
}
