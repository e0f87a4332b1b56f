// SPDX-License-Identifier: MIT

import PersistenceMiddleware
import RexCore

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// System calls.
///
/// The process is killed before one of them.
struct CrashingCalls: FileCalls {
    private let system = SystemFiles()
    private let left: Lock<Int>

    init(before count: Int) { left = Lock(count) }

    private func count() {
        let isOver = left.withLock { left in
            left -= 1
            return left < 0
        }
        if isOver { kill(getpid(), SIGKILL) }
    }

    func open(_ path: String, _ mode: FileOpening, permissions: UInt32) throws(FileFailure) -> CInt {
        count()
        return try system.open(path, mode, permissions: permissions)
    }

    func size(of descriptor: CInt) throws(FileFailure) -> Int {
        count()
        return try system.size(of: descriptor)
    }

    func read(_ descriptor: CInt) throws(FileFailure) -> [UInt8] {
        count()
        return try system.read(descriptor)
    }

    /// Writes in two pieces, so that a kill can come between them.
    func write(_ bytes: ArraySlice<UInt8>, to descriptor: CInt) throws(FileFailure) -> Int {
        count()
        let piece = bytes.startIndex == 0 ? bytes.prefix((bytes.count + 1) / 2) : bytes
        return try system.write(piece, to: descriptor)
    }

    func write(_ bytes: ArraySlice<UInt8>, to descriptor: CInt, at offset: Int) throws(FileFailure) -> Int {
        count()
        return try system.write(bytes, to: descriptor, at: offset)
    }

    func truncate(_ descriptor: CInt, to size: Int) throws(FileFailure) {
        count()
        try system.truncate(descriptor, to: size)
    }

    func sync(_ descriptor: CInt) throws(FileFailure) {
        count()
        try system.sync(descriptor)
    }

    func close(_ descriptor: CInt) {
        count()
        system.close(descriptor)
    }

    func rename(_ path: String, to newPath: String) throws(FileFailure) {
        count()
        try system.rename(path, to: newPath)
    }

    func link(_ path: String, to newPath: String) throws(FileFailure) {
        count()
        try system.link(path, to: newPath)
    }

    func unlink(_ path: String) throws(FileFailure) {
        count()
        try system.unlink(path)
    }

    func makeFolder(_ path: String) throws(FileFailure) {
        count()
        try system.makeFolder(path)
    }

    func linkTarget(of path: String) throws(FileFailure) -> String? {
        count()
        return try system.linkTarget(of: path)
    }

    func isOpen(_ descriptor: CInt, at path: String) -> Bool {
        count()
        return system.isOpen(descriptor, at: path)
    }

    func names(in folder: String) throws(FileFailure) -> [String] {
        count()
        return try system.names(in: folder)
    }

    func claim(_ descriptor: CInt) -> Bool {
        count()
        return system.claim(descriptor)
    }

    func giveBack(_ descriptor: CInt) { system.giveBack(descriptor) }
}
