// SPDX-License-Identifier: MIT

extension Page {
    /// The lines outside code blocks with their numbers.
    ///
    /// Inline code is replaced.
    var prose: [(number: Int, line: String)] {
        var isCode = false
        return lines.enumerated().compactMap { index, line in
            let isFence = line.drop { $0 == " " }.hasPrefix("```")
            if isFence { isCode.toggle() }
            guard !isFence, !isCode else { return nil }
            guard line.contains("`") else { return (index + 1, line) }
            return (index + 1, line.replacing(/`[^`]+`/, with: "`code`"))
        }
    }

    /// The anchors that code hosts generate for the headings.
    var anchors: [String] {
        lines.filter { $0.hasPrefix("#") }.map { line in
            let title = line.drop { $0 == "#" }.trimmingPrefix(" ").lowercased()
            return title.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.replacing(" ", with: "-")
        }
    }
}
