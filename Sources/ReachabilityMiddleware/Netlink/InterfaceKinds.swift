// SPDX-License-Identifier: MIT

#if os(Linux)

import CRexSystem

/// Detects Wi-Fi and cellular interfaces by their files in `/sys/class/net`.
package struct InterfaceKinds: Sendable {
    private let directory: String

    /// - Parameter directory: Contains a folder for each interface. An interface without one counts
    ///   as wired.
    package init(directory: String = "/sys/class/net") {
        self.directory = directory
    }

    /// Returns the kind of the interface called `name`.
    ///
    /// Every interface that is neither Wi-Fi nor cellular counts as wired.
    package func kind(of name: String) -> NetworkPath.Interface {
        let folder = "\(directory)/\(name)"
        if unsafe access("\(folder)/wireless", F_OK) == 0 || access("\(folder)/phy80211", F_OK) == 0 { return .wifi }
        return Self.lines(ofFile: "\(folder)/uevent").contains("DEVTYPE=wwan") ? .cellular : .wired
    }

    /// Returns the lines of a file of at most one page, as sysfs has them, or none if it can't be
    /// read.
    private static func lines(ofFile path: String) -> [Substring] {
        let descriptor = unsafe rex_open(path, O_RDONLY | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        // If reading fails, the buffer stays zero and the result is empty.
        _ = unsafe read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).split(separator: "\n")
    }
}

#endif
