// SPDX-License-Identifier: MIT

import Foundation
import Testing
import TextSearch

/// Tests of searches in ordinary files.
@Suite struct SearchTests {
    private let folder = try? Folder()

    @Test(arguments: [
        ("foo", "a Foo b", true), ("foo", "fo o", false), ("Foo", "foo", false), ("Foo", "xFoox", true),
        ("a b", "b then a", true), ("a b", "a alone", false), ("ä", "Ä", false), ("ä", "xä", true),
        ("[@", "{`", false), ("k", "\u{212A}", false), ("{", "[", false),
    ])
    func lineHoldsEachWordInAnyCaseUnlessTheWordHasACapital(query: String, line: String, matches: Bool) async throws {
        let folder = try #require(folder)
        try folder.write(line, to: "a")
        #expect(try await folder.search(query).counts.matches == (matches ? 1 : 0))
    }

    @Test(arguments: ["", " ", "\t \n"])
    func textWithoutAWordIsNoQuery(text: String) {
        #expect(SearchQuery(text) == nil)
    }

    @Test func hitHasItsPathItsLineAndItsTextWithoutTheEnd() async throws {
        let folder = try #require(folder)
        try folder.write("one\r\ntwo\nthree one", to: "sub/a")
        let path = PathName("\(folder.path)/sub/a")
        let one = Array("one".utf8)
        let hits = [
            Hit(path: path, line: 1, offset: 0, text: one),
            Hit(path: path, line: 3, offset: 9, text: Array("three one".utf8)),
        ]
        #expect(try await folder.search("one").hits == hits)
    }

    @Test func resultIsThatOfAModelInRandomText() async throws {
        let folder = try #require(folder)
        var random = SystemRandomNumberGenerator()
        for _ in 0..<100 {
            let text = String(
                (0..<Int.random(in: 0...3_000, using: &random)).map { _ in "aAbB .\n\n".randomElement() ?? "a" }
            )
            let word = String((0..<Int.random(in: 1...3, using: &random)).map { _ in "abA".randomElement() ?? "a" })
            try folder.write(text, to: "a")
            let isExact = word.contains("A")
            let lines = (isExact ? text : text.lowercased()).split(separator: "\n", omittingEmptySubsequences: false)
            let expected = lines.indices.filter { lines[$0].contains(word) }.map { $0 + 1 }
            #expect(try await folder.search(word).hits.map(\.line) == expected, "\(word) in \(text)")
        }
    }

    @Test func lineThatLiesInTwoWindowsIsFoundOnceAtItsNumber() async throws {
        let folder = try #require(folder)
        let window = 1 << 18
        for shift in -12...2 {
            let head = String(repeating: "0123456\n", count: window / 8 - 2)
            let text = head + String(repeating: "x", count: 16 + shift) + "needle\nneedle again\n" + head + "needle"
            try folder.write(text, to: "a")
            let lines = try await folder.search("needle").hits.map(\.line)
            #expect(lines == [window / 8 - 1, window / 8, window / 4 - 1], "\(shift)")
        }
    }

    @Test func wordInALineOfManyWindowsIsFoundOnce() async throws {
        let folder = try #require(folder)
        let window = 1 << 18
        for place in [0, window - 3, window, 3 * window + 7] {
            var line = [UInt8](repeating: 0x78, count: 4 * window)
            line.replaceSubrange(place..<place + 6, with: Array("needle".utf8))
            try folder.write(Data(Array("first\n".utf8) + line + Array("\nneedle".utf8)), to: "a")
            #expect(
                try await folder.search("needle", textLimit: 64).hits.map(\.line) == [2, 3],
                "\(place)"
            )
        }
    }

    @Test func lineOfManyWindowsIsFoundOnceHoweverOftenItHoldsTheWord() async throws {
        let folder = try #require(folder)
        let line = String(repeating: "needle " + String(repeating: "x", count: 99_993), count: 9)
        try folder.write(line + "\nneedle\n", to: "a")
        let batch = try await folder.search("needle", textLimit: 64)
        #expect(batch.hits.map(\.line) == [1, 2])
        #expect(batch.counts.matches == 2)
    }

    @Test func limitKeepsThePartOfTheLineThatMatchesAndCountsAll() async throws {
        let folder = try #require(folder)
        let line = String(repeating: "x", count: 500) + "needle" + String(repeating: "y", count: 500)
        try folder.write([line, line, line].joined(separator: "\n"), to: "a")
        let batch = try await folder.search("needle", textLimit: 40)
        #expect(batch.counts.matches == 3)
        #expect(batch.hits.count == 3)
        #expect(
            batch.hits.allSatisfy { $0.text.count == 40 && String(decoding: $0.text, as: UTF8.self).contains("needle") }
        )
    }

    @Test func severalScannersOfAWalkFindTheSameAsOne() async throws {
        let folder = try #require(folder)
        for index in 0..<300 { try folder.write("needle \(index)\n", to: "d\(index % 7)/f\(index)") }
        let one = try await folder.search("needle").hits.sorted()
        let several = try await folder.search("needle", scanners: 4).hits.sorted()
        #expect(one.count == 300)
        #expect(several == one)
    }

    @Test func cancelledSearchEndsItsStep() async throws {
        let folder = try #require(folder)
        try folder.write("needle", to: "a")
        let (query, walk) = (try #require(SearchQuery("needle")), try FileWalk(folder.path))
        let batch = await Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return await FileScanner(query, in: walk).step()
        }.value
        #expect(batch == SearchBatch())
    }
}
