// SPDX-License-Identifier: MIT

import Foundation

/// The resident memory of this process, on systems with `/proc`.
enum Memory {
    /// Returns by how many kilobytes the peak during `body` exceeds the peak before it.
    static func growth(during body: () -> Void) -> Double? {
        try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))  // Resets the peak.
        let before = peak
        body()
        return before.flatMap { before in peak.map { $0 - before } }
    }

    private static var peak: Double? {
        let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Double($0.filter(\.isNumber)) }
    }
}
