// SPDX-License-Identifier: MIT

extension Page {
    /// The numbered lines outside of blocks of code, without the code in them.
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

    /// What code hosts make of the headings, for links to them.
    var anchors: [String] {
        lines.filter { $0.hasPrefix("#") }.map { line in
            let title = line.drop { $0 == "#" }.trimmingPrefix(" ").lowercased()
            return title.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }.replacing(" ", with: "-")
        }
    }
}
