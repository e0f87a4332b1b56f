// SPDX-License-Identifier: MIT

import Foundation

/// The limits of a workload, as `limits.txt` has them.
struct Limits {
    var ratio: Double?
    var allocations: Double?
    var kilobytes: Double?
    /// An absolute time, which depends on the machine: to miss it is told, and is no failure.
    var nanoseconds: Double?

    struct Mistake: Error, CustomStringConvertible {
        let line: String
        var description: String { "limits.txt: not a name and four limits, each a number or –: \(line)" }
    }

    static func read(from file: URL) throws -> [String: Limits] {
        var limits: [String: Limits] = [:]
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#") {
            let fields = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            let numbers = fields.dropFirst().map(Double.init)
            guard fields.count == 5, !zip(fields.dropFirst(), numbers).contains(where: { $0 != "–" && $1 == nil })
            else {
                throw Mistake(line: String(line))
            }
            limits[fields[0]] = Limits(
                ratio: numbers[0],
                allocations: numbers[1],
                kilobytes: numbers[2],
                nanoseconds: numbers[3]
            )
        }
        return limits
    }

    /// What of the figures is above its limit.
    func complaints(about workload: Workload, _ figures: Figures) -> [String] {
        var complaints: [String] = []
        func check(_ figure: Double?, _ limit: Double?, _ unit: String) {
            guard let figure, let limit, figure > limit else { return }
            let text = String(format: "%.4g %@, at most %g allowed", figure, unit, limit)
            complaints.append("\(workload.name), \(workload.work): \(text)")
        }
        check(figures.ratio, ratio, "times as long as \(workload.against)")
        check(figures.allocations, allocations ?? figures.referenceAllocations, "allocations for each action")
        check(figures.kilobytes, kilobytes, "kB more memory at the peak")
        return complaints
    }
}
