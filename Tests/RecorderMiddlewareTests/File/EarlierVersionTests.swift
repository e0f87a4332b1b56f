// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder
import struct RecorderMiddleware.Recording
import struct RecorderMiddleware.RecordingError

/// Recordings of version 1, as an earlier version of Rex has written them, and of a newer version.
@Suite struct EarlierVersionTests {
    private typealias Shop = Recording<ShopAction, ShopState>

    /// A file with one action.
    ///
    /// The rest of its ring is zeros.
    private static let file: Data = {
        let text = """
            UmV4UmVjb3IBAAAAsAAAAAAAAQAAAAAACgAAAAAAAAAkWzp3ezHsGMZ3AAAAAAAAjYe6hGT73p1SZXhSZWNvcgEAAACwAAAA\
            AAABAAAAAAAKAAAAAAAAACRbOnd7MewYxncAAAAAAACNh7qEZPvenQIAAAAAAAAAAAAAAAAAAACwAAAAAAAAALJ5JNxoVJ0k\
            AwAAAAAAAAAAAAAAAAAAACgBAAAAAAAAtNIk6z2cPjawAAAAAQAAAAAAAAAAAAAAt6ZAt4h6PPQBAAAgAAAAAAAAAAAAAAAA\
            AAAAAAAAAAABAAAAAAAAAIZrAgAAAAAAAQAAAB8AAAB7ImFkZCI6eyJfMCI6InRlYSIsImFtb3VudCI6Mn19KgAAAFJlY29y\
            ZGVyTWlkZGxld2FyZVRlc3RzL1JlY29yZGVyRHVtcC5zd2lmdAYAAABkdW1wKCkRAAAAAAAAAAAAAAAAAAAAAHgAAAACAAAA\
            sAAAAAAAAAArvzZ/hV8fsQEAACAAAAAAhmsCAAAAAACergQAAAAAAPfYBAAAAAAA99gEAAAAAAD32AQAAAAAABoAAABhbW91\
            bnRzWyJ0ZWEiXTogaW5zZXJ0ZWQgMgAAAAAAAAAAAQ==
            """
        let start = Data(base64Encoded: text) ?? Data()
        return start + Data(count: 176 + 1 << 16 - start.count)
    }()

    static let lines = #"""
        {"type":"recording","version":1,"began":1795864757765036836,"actions":1,"program":"RecorderMiddlewareTests","changes":true}
        {"type":"action","number":536870913,"name":"add","action":{"add":{"_0":"tea","amount":2}},"described":false,"text":"add(\"tea\", amount: 2)","file":"RecorderMiddlewareTests/RecorderDump.swift","function":"dump()","line":17,"trail":[],"change":"amounts[\"tea\"]: inserted 2","time":158598,"handle":148248,"reduce":10841,"observers":0,"io":0,"thread":1,"done":true}

        """#

    private let folder: TemporaryFolder
    private var path: String { folder.file("run.rex") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func contents() throws -> Data { try Data(contentsOf: URL(filePath: path)) }

    /// Writes the file, with some bytes set to zero.
    private func write(damagedAt places: [Int] = []) throws -> Data {
        var file = Self.file
        for place in places { file[place] = 0 }
        try file.write(to: URL(filePath: path))
        return file
    }

    // The second copy of the header begins at byte 56. Each copy names the version.
    @Test(arguments: [[], [0], [56], [30], [30, 90]]) func fileIsNamedAndLeftInPlace(damage: [Int]) throws {
        let file = try write(damagedAt: damage)
        for _ in 0..<2 {
            #expect { try Shop(file: path) } throws: {
                "\($0)"
                    == "\(path) cannot be read: this recording was written by an earlier version of Rex, and cannot be read here"
            }
            let shop = RecordedShop(Recorder(file: path, capacity: 10))
            shop.store.dispatch(.add("tea", amount: 1))
            #expect(shop.actions == [.add("tea", amount: 1)])
            #expect(try contents() == file)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["run.rex"])
        }
        try FileManager.default.removeItem(atPath: path)
        RecordedShop(Recorder(file: path, capacity: 10)).store.dispatch(.add("milk", amount: 2))
        #expect(try Shop(file: path).entries.map(\.action) == [.add("milk", amount: 2)])
    }

    /// The version stands behind the eight bytes of the magic, in each of the two copies.
    @Test(arguments: [[8, 64], [8, 64, 0]]) func fileOfANewerVersionIsLeftInPlace(places: [Int]) throws {
        var file = try write()
        for place in places { file[place] = place == 0 ? 0 : 3 }
        try file.write(to: URL(filePath: path))
        let shop = RecordedShop(Recorder(file: path, capacity: 10))
        shop.store.dispatch(.add("tea", amount: 1))
        #expect(shop.actions == [.add("tea", amount: 1)])
        #expect(try contents() == file)
    }

    @Test func recorderTellsThatItLeavesTheFile() throws {
        let file = try write()
        for _ in 0..<2 {
            let child = try ChildProcess(product: "RecorderProbe", arguments: ["write", path])
            #expect(child.remainingOutput() == "the state is 9\n")
            #expect(
                child.remainingErrors()
                    == "Rex: Recording in memory only: \(path) is a recording of an earlier version of Rex. It was left unchanged; remove it or choose another file\n"
            )
            #expect(try contents() == file)
        }
    }

    @Test func jsonLinesAreNamed() throws {
        // The header of still earlier versions does not tell whether changes were kept.
        for lines in [Self.lines, Self.lines.replacing(#","changes":true"#, with: "")] {
            #expect(throws: RecordingError.self) { try Shop(jsonLines: lines) }
            #expect { try Shop(jsonLines: lines) } throws: {
                "\($0)" == "this recording was written by an earlier version of Rex, and cannot be read here"
            }
        }
    }
}
