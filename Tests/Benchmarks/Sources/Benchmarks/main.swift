// SPDX-License-Identifier: MIT

import Foundation

let usage = "usage: Benchmarks [--quick]"
let isQuick: Bool
switch CommandLine.arguments.dropFirst() {
case []: isQuick = false
case ["--quick"]: isQuick = true
default:
    FileHandle.standardError.write(Data("Benchmarks: unknown arguments\n\(usage)\n".utf8))
    exit(2)
}

let limits = try Limits(
    contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../limits.txt")
)
let measurement = Measurement(rounds: isQuick ? 0 : 7)
var complaints: [String] = []

func column(_ number: Double?, _ format: String) -> String {
    guard let number, !isQuick || format.hasSuffix("3f") else { return String(repeating: " ", count: 10) }
    return String(format: format, number)
}

print("workload".padding(toLength: 42, withPad: " ", startingAt: 0) + "        ns     ratio  allocations")
for workload in workloads(count: isQuick ? 100_000 : 1_000_000) {
    let figures = measurement.figures(of: workload)
    print(
        workload.name.padding(toLength: 42, withPad: " ", startingAt: 0)
            + column(figures.nanoseconds, "%10.1f") + column(figures.ratio, "%10.2f")
            + column(figures.allocations, "%13.3f")
    )
    if let complaint = limits.complaint(about: workload.name, figures) { complaints.append(complaint) }
}

for complaint in complaints { FileHandle.standardError.write(Data((complaint + "\n").utf8)) }
exit(complaints.isEmpty ? EXIT_SUCCESS : EXIT_FAILURE)
