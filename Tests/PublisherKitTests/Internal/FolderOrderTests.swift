// SPDX-License-Identifier: MIT

#if os(Linux)
import Foundation
import RexTestSupport
import Testing

/// Checks the order of the folders of PublisherKit that `Docs/Design/0005-publishers.md` describes.
@Suite struct FolderOrderTests {
    private static let layers = [
        ["Core"], ["Internal"], ["Schedulers", "Subscribers", "Sources", "Subjects", "Erasure", "Async"], ["Operators"],
    ]

    /// Returns the Swift files of a folder.
    private func files(of folder: String) throws -> [URL] {
        let directory = Repository.root.appending(path: "Sources/PublisherKit/\(folder)")
        let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
        return files.filter { $0.pathExtension == "swift" }
    }

    /// Returns the types of a folder, from the names of its files.
    ///
    /// `Publishers+Map` is `Publishers.Map`.
    private func types(of folder: String) throws -> [String] {
        try files(of: folder).map { $0.deletingPathExtension().lastPathComponent }
            .filter { !$0.contains("+") || $0.hasPrefix("Publishers+") }
            .map { $0.replacing("+", with: ".") }
    }

    /// Returns the words of a file without its comments.
    ///
    /// A name with a dot is one word.
    private func words(of file: URL) throws -> Set<String> {
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let code = lines.filter { !$0.drop { $0 == " " }.hasPrefix("//") }.joined(separator: "\n")
        let words = code.split { (letter: Character) in
            !letter.isLetter && !letter.isNumber && letter != "." && letter != "_"
        }
        let parts = words.flatMap { (word: Substring) -> [Substring] in [word] + word.split(separator: ".") }
        return Set(parts.map { String($0) })
    }

    @Test func eachFolderIsInALayer() throws {
        let directory = Repository.root.appending(path: "Sources/PublisherKit")
        let folders = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            .filter { !$0.contains(".") }
        #expect(Set(folders) == Set(Self.layers.joined()))
    }

    @Test func folderNamesOnlyTypesOfEarlierLayers() throws {
        var found: [String] = []
        for (index, layer) in Self.layers.enumerated() {
            for folder in layer {
                let others = Self.layers[index...].joined().filter { $0 != folder }
                let foreign = try Set(others.flatMap(types))
                for file in try files(of: folder) {
                    found += try words(of: file).intersection(foreign).map { "\(file.lastPathComponent): \($0)" }
                }
            }
        }
        #expect(found.sorted() == [])
    }
}
#endif
