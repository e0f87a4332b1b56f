// SPDX-License-Identifier: MIT

#if os(Linux)

import CRexSystem

/// Distinguishes wireless and mobile interfaces by what the kernel shows of them in
/// `/sys/class/net`.
package struct InterfaceKinds: Sendable {
    private let directory: String

    /// - Parameter directory: Has a folder for each interface. One that is missing makes its
    ///   interface wired.
    package init(directory: String = "/sys/class/net") {
        self.directory = directory
    }

    /// The kind of the interface with this name.
    ///
    /// Everything that is neither wireless nor mobile counts as wired.
    package func kind(of name: String) -> NetworkPath.Interface {
        let folder = "\(directory)/\(name)"
        if unsafe access("\(folder)/wireless", F_OK) == 0 || access("\(folder)/phy80211", F_OK) == 0 { return .wifi }
        return Self.lines(ofFile: "\(folder)/uevent").contains("DEVTYPE=wwan") ? .cellular : .wired
    }

    /// The lines of a file that fits into a page, as those of sysfs do; none when it cannot be
    /// read.
    private static func lines(ofFile path: String) -> [Substring] {
        let descriptor = unsafe rex_open(path, O_RDONLY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        // A value that cannot be read stays zero.
        _ = unsafe read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).split(separator: "\n")
    }
}

#endif
