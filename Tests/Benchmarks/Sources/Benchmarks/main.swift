// SPDX-License-Identifier: MIT

import Foundation

func complain(_ text: String) {
    FileHandle.standardError.write(Data("Benchmarks: \(text)\n".utf8))
}

let flags = CommandLine.arguments.dropFirst().filter { $0.hasPrefix("--") }
let rows = CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("--") }
guard Set(flags).isSubset(of: ["--quick", "--markdown"]),
    rows.allSatisfy({ row in Workload.all.contains { $0.isOne(of: [row]) } })
else {
    complain("usage: Benchmarks [--quick] [--markdown] [ROW...], with rows such as W1 or \"W7 by id\"")
    exit(2)
}

let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../limits.txt")
let limits: [String: Limits]
do {
    limits = try Limits.read(from: file)
} catch {
    complain("\(error)")
    exit(2)
}
// As long as a process has only one thread, the C library may lock a mutex without atomic operations. Apps have several
// threads, so start a second one.
Thread.detachNewThread { while true { sleep(.max) } }
let measurement = Measurement(isQuick: flags.contains("--quick"))
let table = Table(isMarkdown: flags.contains("--markdown"))
var complaints: [String] = []
table.printHead()
for workload in Workload.all where workload.isOne(of: rows) {
    let contest = workload.prepare()
    let figures = measurement.figures(of: workload, contest)
    let limits = limits[workload.name]
    table.printRow(workload, figures, limits ?? Limits())
    #if !DEBUG
    complaints += limits?.complaints(about: workload, figures) ?? ["\(workload.name): limits.txt has no such row"]
    #endif
    if let complaint = contest.complaint() { complaints.append("\(workload.name): \(complaint)") }
}
complaints.forEach(complain)
exit(complaints.isEmpty ? EXIT_SUCCESS : EXIT_FAILURE)
