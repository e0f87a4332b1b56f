// SPDX-License-Identifier: MIT

import Foundation
package import Testing

extension Compiler {
    /// Writes the public symbols of a module, and of its extensions of other modules, to JSON files in the folder.
    ///
    /// Returns the files.
    package static func symbolGraphs(
        of module: String,
        in folder: TemporaryFolder,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> [String] {
        let extractor = try ChildProcess(
            running: "swift",
            arguments: [
                "symbolgraph-extract", "-module-name", module, "-target", target, "-output-dir", folder.path,
                "-minimum-access-level", "public", "-skip-synthesized-members",
            ] + searchPaths
        )
        let errors = extractor.remainingErrors(sourceLocation: sourceLocation)
        #expect(extractor.waitForExit() == .exited(0), "\(errors)", sourceLocation: sourceLocation)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .map { folder.file($0) }
    }
}
