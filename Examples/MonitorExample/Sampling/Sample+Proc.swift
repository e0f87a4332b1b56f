// SPDX-License-Identifier: MIT

import Foundation

extension Sample {
    /// Reads the files of a folder like `/proc`.
    init(proc folder: String) throws(SampleFailure) {
        func text(_ name: String) throws(SampleFailure) -> String {
            do {
                return try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
            } catch {
                throw SampleFailure(description: "\(folder)/\(name) cannot be read")
            }
        }
        try self.init(loadavg: text("loadavg"), meminfo: text("meminfo"))
    }

    /// Parses the texts of `/proc/loadavg` and `/proc/meminfo`.
    init(loadavg: String, meminfo: String) throws(SampleFailure) {
        guard let load = loadavg.split(separator: " ").first.flatMap({ Double($0) }), load.isFinite, load >= 0 else {
            throw SampleFailure(description: "loadavg does not begin with a load")
        }
        let total = try Self.kilobytes("MemTotal", in: meminfo)
        let available = try Self.kilobytes("MemAvailable", in: meminfo)
        guard total > 0, available <= total else {
            throw SampleFailure(description: "meminfo has \(available) kB available of \(total) kB")
        }
        self.init(load: load, memory: 100 * Double(total - available) / Double(total))
    }

    private static func kilobytes(_ name: String, in meminfo: String) throws(SampleFailure) -> UInt64 {
        for line in meminfo.split(separator: "\n") where line.hasPrefix("\(name):") {
            let words = line.split(separator: " ")
            guard words.count == 3, words[2] == "kB", let number = UInt64(words[1]) else {
                throw SampleFailure(description: "meminfo has no number in '\(line)'")
            }
            return number
        }
        throw SampleFailure(description: "meminfo has no \(name)")
    }
}
