// SPDX-License-Identifier: MIT

import Foundation

func complain(_ text: String) {
    FileHandle.standardError.write(Data("Benchmarks: \(text)\n".utf8))
}

do {
    let options = try Options(CommandLine.arguments.dropFirst())
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../limits.txt")
    let limits = try Limits.read(from: file)
    let measurement = Measurement(isQuick: options.isQuick)
    let table = Table(isMarkdown: options.isMarkdown)
    var complaints: [String] = []
    table.printHead()
    for workload in Workload.all where workload.isOne(of: options.rows) {
        guard let limits = limits[workload.name] else {
            complaints.append("\(workload.name): has no line in limits.txt")
            continue
        }
        let contest = workload.prepare()
        let figures = measurement.figures(of: workload, contest)
        table.printRow(workload, figures, limits)
        complaints += limits.complaints(about: workload, figures)
        if let complaint = contest.complaint() { complaints.append("\(workload.name): \(complaint)") }
    }
    complaints.forEach(complain)
    exit(complaints.isEmpty ? EXIT_SUCCESS : EXIT_FAILURE)
} catch {
    complain("\(error)")
    exit(2)
}
