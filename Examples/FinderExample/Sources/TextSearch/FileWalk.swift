// SPDX-License-Identifier: MIT

public import Foundation

/// Lists the regular files under a folder in batches.
///
/// Links are not followed, so there are no cycles. The walk keeps one folder open per level, for
/// any number of files.
public actor FileWalk {
    /// Deeper folders count as unreadable.
    public static let maximumDepth = 200

    private var folders: [OpenFolder]
    private var unreadable = 0

    /// Opens the folder, which may be a link to a folder.
    public init(_ folder: String) throws(POSIXError) {
        let descriptor = unsafe Foundation.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        folders = OpenFolder(descriptor, PathName(folder)).map { [$0] } ?? []
    }

    /// Returns the next files, at most `limit`, and the number of folders since the last call that
    /// could not be read.
    ///
    /// Returns no files at the end.
    public func next(_ limit: Int) -> (files: [PathName], unreadable: Int) {
        var files: [PathName] = []
        while files.count < limit, let folder = folders.last {
            switch folder.next() {
            case .file(let name): files.append(folder.path.appending(name))
            case .folder(let name): enter(name, of: folder)
            case .failure:
                unreadable += 1
                folders.removeLast()
            case .end: folders.removeLast()
            }
        }
        defer { unreadable = 0 }
        return (files, unreadable)
    }

    private func enter(_ name: [UInt8], of folder: OpenFolder) {
        guard folders.count < Self.maximumDepth,
            let inner = folder.open(name).flatMap({ OpenFolder($0, folder.path.appending(name)) })
        else {
            unreadable += 1
            return
        }
        folders.append(inner)
    }
}

/// A folder that is being listed.
///
/// The stream is private, and closed when this object is released.
@safe private final class OpenFolder {
    enum Entry {
        case file([UInt8]), folder([UInt8]), end, failure
    }

    #if canImport(Darwin)
    typealias Stream = UnsafeMutablePointer<DIR>
    #else
    typealias Stream = OpaquePointer
    #endif

    let path: PathName
    private let stream: Stream

    init?(_ descriptor: Int32, _ path: PathName) {
        guard let stream = unsafe fdopendir(descriptor) else {
            close(descriptor)
            return nil
        }
        unsafe self.stream = stream
        self.path = path
    }

    deinit { unsafe closedir(stream) }

    /// Returns the next file or folder.
    ///
    /// Links, pipes, sockets and devices are skipped.
    func next() -> Entry {
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else { return errno == 0 ? .end : .failure }
            let type = unsafe Int(entry.pointee.d_type)
            guard [Int(DT_REG), Int(DT_DIR), Int(DT_UNKNOWN)].contains(type) else { continue }
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe Array(bytes[..<(bytes.firstIndex(of: 0) ?? bytes.count)])
            }
            switch type == Int(DT_UNKNOWN) ? self.type(of: name) : type {
            case Int(DT_REG): return .file(name)
            case Int(DT_DIR) where name != [0x2e] && name != [0x2e, 0x2e]: return .folder(name)
            default: continue
            }
        }
    }

    func open(_ name: [UInt8]) -> Int32? {
        let descriptor = unsafe withCString(name) {
            unsafe openat(dirfd(stream), $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        }
        return descriptor.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// Returns the type of an entry, for file systems that do not report it in a list.
    private func type(of name: [UInt8]) -> Int {
        var status = stat()
        let result = unsafe withCString(name) { unsafe fstatat(dirfd(stream), $0, &status, AT_SYMLINK_NOFOLLOW) }
        guard result == 0 else { return Int(DT_UNKNOWN) }
        return status.st_mode & S_IFMT == S_IFDIR ? Int(DT_DIR) : status.st_mode & S_IFMT == S_IFREG ? Int(DT_REG) : 0
    }

    private func withCString<Result>(_ name: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result? {
        unsafe (name + [0]).withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return nil }
            return unsafe body(start.assumingMemoryBound(to: CChar.self))
        }
    }
}
