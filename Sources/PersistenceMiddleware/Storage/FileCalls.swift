// SPDX-License-Identifier: MIT

/// The calls of a file system that ``FileStorage`` is made of, each of which a crash can follow.
package protocol FileCalls: Sendable {
    /// Opens a file.
    func open(_ path: String, _ mode: FileOpening, permissions: UInt32) throws(FileFailure) -> CInt
    /// The number of bytes of an open file.
    func size(of descriptor: CInt) throws(FileFailure) -> Int
    /// Reads an open file to its end.
    func read(_ descriptor: CInt) throws(FileFailure) -> [UInt8]
    /// Writes some of the bytes; returns how many.
    func write(_ bytes: ArraySlice<UInt8>, to descriptor: CInt) throws(FileFailure) -> Int
    /// Cuts an open file off.
    func truncate(_ descriptor: CInt, to size: Int) throws(FileFailure)
    /// Lets what was written to an open file, or the names in an open folder, survive a loss of
    /// power.
    func sync(_ descriptor: CInt) throws(FileFailure)
    /// Gives a descriptor back.
    func close(_ descriptor: CInt)
    /// Gives a file another name, in place of the one that has it; a folder stays where it is.
    func rename(_ path: String, to newPath: String) throws(FileFailure)
    /// Removes the name of a file.
    func unlink(_ path: String) throws(FileFailure)
    /// Makes a folder that is for its owner alone.
    func makeFolder(_ path: String) throws(FileFailure)
    /// The target of a symbolic link, as it is written there, or nil if the path is none.
    func linkTarget(of path: String) throws(FileFailure) -> String?
    /// The names in a folder.
    func names(in folder: String) throws(FileFailure) -> [String]
    /// Whether an open file is this caller's now; it is as long as it is open.
    func claim(_ descriptor: CInt) -> Bool
    /// Whether an open file is still the one at the path.
    func isOpen(_ descriptor: CInt, at path: String) -> Bool
    /// Ends the claim of an open file.
    func giveBack(_ descriptor: CInt)
}

/// What a file is opened for.
package enum FileOpening: Hashable, Sendable {
    /// To read it; it has to be a file.
    case reading
    /// To write it; it must not be there.
    case new
    /// To add to it; it has to be there.
    case adding
    /// To be claimed; it may be there.
    case claiming
    /// To make the names in it last; it has to be a folder.
    case folder
}

/// The number of an error of the system.
package struct FileFailure: Error, Hashable {
    package let number: CInt

    package init(_ number: CInt) { self.number = number }
}
