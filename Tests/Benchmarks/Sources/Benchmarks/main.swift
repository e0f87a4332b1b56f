// SPDX-License-Identifier: MIT

import Foundation

func complain(_ text: String) {
    FileHandle.standardError.write(Data("Benchmarks: \(text)\n".utf8))
}

let flags = CommandLine.arguments.dropFirst().filter { $0.hasPrefix("--") }
let rows = CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("--") }
#if !CORE_ROWS
if flags == ["--long-run"], rows.isEmpty {
    if let complaint = try await LongRun.complaint(millions: 10) {
        complain(complaint)
        exit(EXIT_FAILURE)
    }
    exit(EXIT_SUCCESS)
}
#endif
guard Set(flags).isSubset(of: ["--quick", "--markdown", "--row"]),
    rows.allSatisfy({ row in Workload.all.contains { flags.contains("--row") ? $0.name == row : $0.isOne(of: [row]) } })
else {
    complain("usage: Benchmarks [--quick] [--markdown] [ROW...], with rows such as W1 or \"W7 by id\"")
    complain("usage: Benchmarks --long-run, which processes ten million actions and compares the memory")
    complain("usage: Benchmarks --row ROW, which measures the row with this exact name in this process, without a head")
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
let table = Table(isMarkdown: flags.contains("--markdown"))

/// Measures a workload in this process, prints its row, and returns what is wrong with it.
func measure(_ workload: Workload) -> [String] {
    RowProcess.prepare()
    let contest = workload.prepare()
    let figures = Measurement(isQuick: flags.contains("--quick")).figures(of: workload, contest)
    #if DEBUG
    table.printRow(workload, figures, Limits(nanoseconds: Limits.debugNanoseconds[workload.name]))
    var complaints = Limits.debugComplaint(about: workload, figures).map { [$0] } ?? []
    #else
    let limits = limits[workload.name]
    table.printRow(workload, figures, limits ?? Limits())
    var complaints = limits?.complaints(about: workload, figures) ?? ["\(workload.name): limits.txt has no such row"]
    #endif
    if let complaint = contest.complaint() { complaints.append("\(workload.name): \(complaint)") }
    return complaints
}

if flags.contains("--row") {
    let complaints = Workload.all.filter { rows.contains($0.name) }.flatMap(measure)
    complaints.forEach(complain)
    exit(complaints.isEmpty ? EXIT_SUCCESS : EXIT_FAILURE)
}
table.printHead()
var messages = ""
var isSuccess = true
for workload in Workload.all where workload.isOne(of: rows) {
    do {
        let row = try RowProcess.measure(workload, flags)
        messages += row.messages
        isSuccess = isSuccess && row.isSuccess
    } catch {
        messages += "Benchmarks: \(workload.name): \(error)\n"
        isSuccess = false
    }
}
FileHandle.standardError.write(Data(messages.utf8))
exit(isSuccess ? EXIT_SUCCESS : EXIT_FAILURE)
