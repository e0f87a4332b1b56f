// SPDX-License-Identifier: MIT

import Foundation
import Testing
import TextSearch

@Suite struct ExcerptTests {
    @Test func linesAroundAHitHaveTheirNumbers() async throws {
        let folder = try Folder()
        for count in [1, 2, 5, 40_000] {
            try folder.write((1...count).map { "line \($0) of it\n" }.joined(), to: "a")
            for number in [1, count / 2 + 1, count] where number <= count {
                let hit = try #require(try await folder.search("line").hits.first { $0.line == number })
                let excerpt = try Excerpt(around: hit)
                let expected: [String] = excerpt.lines.indices.map { "line \(excerpt.firstLine + $0) of it" }
                let lines: [String] = excerpt.lines.map { String(decoding: $0, as: UTF8.self) }
                #expect(lines.dropLast() == expected.dropLast())
                #expect(excerpt.lines.indices.contains(number - excerpt.firstLine))
            }
        }
    }

    @Test func fileThatHasBecomeShorterOrIsGoneIsNoCrash() throws {
        let folder = try Folder()
        try folder.write("one\n", to: "a")
        let hit = Hit(path: PathName("\(folder.path)/a"), line: 9, offset: 1_000_000, text: [])
        #expect(try Excerpt(around: hit).lines == [])
        #expect(throws: POSIXError(.ENOENT)) {
            try Excerpt(around: Hit(path: PathName("\(folder.path)/b"), line: 1, offset: 0, text: []))
        }
    }

    @Test func placesOfTheWordsAreFoundInALine() {
        #expect(SearchQuery("ab b")?.ranges(in: Array("AB xb ab".utf8)) == [0..<2, 4..<5, 6..<8])
        #expect(SearchQuery("q")?.ranges(in: Array("AB".utf8)) == [])
    }
}
