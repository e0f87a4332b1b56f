// SPDX-License-Identifier: MIT

extension Program {
    /// The program with `nonisolated` before its types and functions, as the page on Xcode 26 recommends for isolated
    /// modules.
    var nonisolated: Program {
        var program = self
        program.blocks = blocks.map { block in
            var block = block
            block.lines = block.lines.map(Self.nonisolated)
            return block
        }
        return program
    }

    /// The program without the blocks that contain tests.
    var withoutTests: Program {
        var program = self
        program.blocks = blocks.filter { block in
            !block.lines.contains { $0 == "import Testing" || $0.contains("@Test") || $0.contains("#expect") }
        }
        return program
    }

    /// Returns a line with `nonisolated` if it is a declaration at the file's top level, otherwise unchanged.
    static func nonisolated(_ line: String) -> String {
        let attribute = #/(?:public |private |fileprivate |final |@Prism )*/#
        guard
            let match = line.prefixMatch(of: attribute),
            line[match.range.upperBound...].prefixMatch(of: #/(?:struct|enum|class|protocol|extension|func) /#) != nil
        else { return line }
        return "\(line[match.range])nonisolated \(line[match.range.upperBound...])"
    }
}
