// SPDX-License-Identifier: MIT

import Foundation

/// The limits of a workload in `limits.txt`.
struct Limits {
    var ratio: Double?
    var allocations: Double?
    var kilobytes: Double?
    /// The expected time.
    ///
    /// It depends on the machine, so a longer time is shown in the table, but is no failure.
    var nanoseconds: Double?

    /// The longest times of rows in a debug build.
    ///
    /// They leave room for slower machines, so a longer time is a failure.
    static let debugNanoseconds = ["W3": 6_000.0]

    struct Mistake: Error, CustomStringConvertible {
        let line: String
        var description: String { "limits.txt: expected a name and four limits, each a number or –: \(line)" }
    }

    static func read(from file: URL) throws -> [String: Limits] {
        var limits: [String: Limits] = [:]
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#") {
            let fields = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard fields.count == 5, fields.dropFirst().allSatisfy({ $0 == "–" || Double($0) != nil }) else {
                throw Mistake(line: String(line))
            }
            limits[fields[0]] = Limits(
                ratio: Double(fields[1]),
                allocations: Double(fields[2]),
                kilobytes: Double(fields[3]),
                nanoseconds: Double(fields[4])
            )
        }
        return limits
    }

    /// Returns a text if a debug build takes longer than its limit.
    static func debugComplaint(about workload: Workload, _ figures: Figures) -> String? {
        guard let limit = debugNanoseconds[workload.name], let time = figures.nanoseconds, time > limit else {
            return nil
        }
        return String(format: "\(workload.name), \(workload.work): %.0f ns, at most %g allowed", time, limit)
    }

    /// Returns a text for each figure above its limit.
    func complaints(about workload: Workload, _ figures: Figures) -> [String] {
        var complaints: [String] = []
        func check(_ figure: Double?, _ limit: Double?, _ unit: String) {
            guard let figure, let limit, figure > limit else { return }
            let text = String(format: "%.9g %@, at most %g allowed", (figure * 100).rounded() / 100, unit, limit)
            complaints.append("\(workload.name), \(workload.work): \(text)")
        }
        check(figures.ratio, ratio, "times as long as \(workload.against)")
        check(figures.allocations, allocations ?? figures.referenceAllocations, "allocations per action")
        check(figures.kilobytes, kilobytes, "kB more memory at the peak")
        return complaints
    }
}
