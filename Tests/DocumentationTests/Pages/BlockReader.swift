// SPDX-License-Identifier: MIT

/// Reads the code blocks of a page, and reports mistakes in fences and markers.
struct BlockReader {
    private static let languages: Set = ["swift", "sh", "json", "text"]

    private(set) var blocks: [CodeBlock] = []
    private(set) var problems: [Problem] = []
    private var marker: (line: Int, value: CodeBlock.Marker)?
    private var open: (fence: String, block: CodeBlock)?

    init(_ page: Page) {
        for (index, line) in page.lines.enumerated() {
            read(line, number: index + 1)
        }
        if let open {
            problems.append(Problem(line: open.block.firstLine - 1, message: "The block is not closed."))
        }
        reportStrayMarker()
    }

    private mutating func read(_ wholeLine: String, number: Int) {
        let line = wholeLine.drop { $0 == " " }
        if let open {
            if line.trimmingSuffix(" ") == open.fence {
                blocks.append(open.block)
                self.open = nil
            } else {
                self.open?.block.lines.append(wholeLine)
            }
        } else if line.hasPrefix("```") {
            begin(line, number: number)
        } else if line.hasPrefix("<!--") {
            readMarker(line, number: number)
        } else if !line.isEmpty {
            reportStrayMarker()
        }
    }

    private mutating func begin(_ line: Substring, number: Int) {
        let fence = line.prefix { $0 == "`" }
        let language = line.dropFirst(fence.count).trimmingSuffix(" ")
        if !Self.languages.contains(String(language)) {
            let languages = Self.languages.sorted().joined(separator: ", ")
            let message = "Unknown language \"\(language)\". Use \(languages)."
            problems.append(Problem(line: number, message: message))
        }
        if language != "swift" { reportStrayMarker() }
        let block = CodeBlock(language: String(language), firstLine: number + 1, marker: marker?.value)
        open = (String(fence), block)
        marker = nil
    }

    /// The markers around a table that `CombineTableTests` generates.
    private static let marksOfTables = ["<!-- coverage -->", "<!-- end -->"]

    private mutating func readMarker(_ line: Substring, number: Int) {
        reportStrayMarker()
        let rejected = "<!-- rejected: "
        let end = " -->"
        let text = line.trimmingSuffix(" ")
        if text == "<!-- starts over -->" {
            marker = (number, .startsOver)
        } else if text.hasPrefix(rejected), text.hasSuffix(end) {
            marker = (number, .rejected(String(text.dropFirst(rejected.count).dropLast(end.count))))
        } else if !Self.marksOfTables.contains(String(text)) {
            problems.append(Problem(line: number, message: "This comment is not a known marker."))
        }
    }

    private mutating func reportStrayMarker() {
        guard let marker else { return }
        problems.append(Problem(line: marker.line, message: "No Swift block follows this marker."))
        self.marker = nil
    }
}

extension Substring {
    fileprivate func trimmingSuffix(_ character: Character) -> Substring {
        self[..<(lastIndex { $0 != character }.map(index(after:)) ?? startIndex)]
    }
}
