// SPDX-License-Identifier: MIT

import Foundation

/// The resident memory of this process, where `/proc` shows it.
enum Memory {
    /// By how many kilobytes its peak while `body` runs is above what was resident before.
    static func growth(during body: () -> Void) -> Double? {
        try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))  // The peak begins anew.
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
