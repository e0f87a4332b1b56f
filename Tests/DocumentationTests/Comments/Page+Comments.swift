// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport

extension Page {
    /// The documentation comments of a source file.
    ///
    /// Each line has the same number as in the file. Lines of code are empty.
    init(path: String, commentsOf source: String) {
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let line = line.drop { $0 == " " }
            guard line.hasPrefix("///") else { return Substring() }
            return line.dropFirst(line.hasPrefix("/// ") ? 4 : 3)
        }
        self.init(path: path, text: lines.joined(separator: "\n"))
    }

    /// Returns the documentation comments of each source file in the folder that has an example.
    ///
    /// The check `apple` compiles those of the folders `Apple`.
    static func comments(in folder: URL) throws -> [Page] {
        let enumerator = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        let files = (enumerator?.allObjects as? [URL] ?? []).filter { $0.pathExtension == "swift" }
        return try files.map(\.standardizedFileURL).sorted { $0.path < $1.path }.compactMap { file in
            let text = try String(contentsOf: file, encoding: .utf8)
            guard text.contains("/// ```"), !file.path.contains("/Apple/") else { return nil }
            return Page(path: String(file.path.dropFirst(Repository.root.path.count + 1)), commentsOf: text)
        }
    }
}
