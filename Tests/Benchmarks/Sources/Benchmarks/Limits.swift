// SPDX-License-Identifier: MIT

import Foundation

/// The limits in `limits.txt`.
struct Limits {
    private let allocations: [String: Double]

    init(contentsOf file: URL) throws {
        var allocations: [String: Double] = [:]
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#") {
            let fields = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard fields.count == 2, let limit = Double(fields[1]) else { throw Mistake(line: String(line)) }
            allocations[fields[0]] = limit
        }
        self.allocations = allocations
    }

    struct Mistake: Error, CustomStringConvertible {
        let line: String
        var description: String { "limits.txt: not a name and a number: \(line)" }
    }

    /// What is above its limit, or has none.
    func complaint(about name: String, _ figures: Figures) -> String? {
        guard let limit = allocations[name] else { return "\(name): has no limit in limits.txt" }
        // What a run allocates once, such as the room of a queue, does not count.
        guard figures.allocations > limit + 0.001 else { return nil }
        return "\(name): \(figures.allocations) allocations for one action, at most \(limit) are allowed"
    }
}
