// SPDX-License-Identifier: MIT

/// A program from the blocks of a page, in order.
struct Program: Sendable {
    var blocks: [CodeBlock] = []
    /// The blocks that must not compile, each with the expected message and the number of blocks before it.
    private(set) var rejected: [(block: CodeBlock, message: String, position: Int)] = []

    /// Returns the programs of a page, without manifests.
    static func all(of blocks: [CodeBlock]) -> [Program] {
        var programs = [Program()]
        for block in blocks where block.language == "swift" && !block.isManifest {
            switch block.marker {
            case .startsOver: programs.append(Program(blocks: [block]))
            case .rejected(let message): programs[programs.count - 1].reject(block, message)
            case nil: programs[programs.count - 1].blocks.append(block)
            }
        }
        return programs.filter { !$0.blocks.isEmpty || !$0.rejected.isEmpty }
    }

    /// Returns the source of the blocks.
    ///
    /// Each line has the same number as in the page.
    static func source(of blocks: some Sequence<CodeBlock>) -> String {
        var lines: [String] = []
        for block in blocks {
            lines += repeatElement("", count: block.firstLine - 1 - lines.count)
            lines += block.lines
        }
        return lines.joined(separator: "\n") + "\n"
    }

    var usesTesting: Bool { blocks.contains { $0.lines.contains("import Testing") } }

    /// The expected output in the page, with its line numbers.
    var expectedOutput: [(line: Int, text: String)] {
        let mark = "// prints:"
        return blocks.flatMap { zip($0.lineNumbers, $0.lines) }.compactMap { number, line in
            let line = line.drop { $0 == " " }
            guard line.hasPrefix(mark) else { return nil }
            let text = line.dropFirst(mark.count)
            return (number, String(text.hasPrefix(" ") ? text.dropFirst() : text))
        }
    }

    private mutating func reject(_ block: CodeBlock, _ message: String) {
        rejected.append((block, message, blocks.count))
    }
}
