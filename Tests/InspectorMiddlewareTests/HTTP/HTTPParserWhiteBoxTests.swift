// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import InspectorMiddleware

@Suite struct HTTPParserWhiteBoxTests {
    private static let plain =
        "GET /state?at=3&path=rows%5B0%5D HTTP/1.1\r\nHost: a:1\r\nAccept: x\r\nAccept:\ty \r\n\r\n"

    private func parse(_ text: String) -> Result<HTTPRequest?, HTTPFailure> {
        var parser = HTTPParser()
        do throws(HTTPFailure) { return .success(try parser.append(Array(text.utf8))) } catch { return .failure(error) }
    }

    private func status(_ text: String) -> Int {
        switch parse(text) {
        case .success(nil): 0
        case .success: 200
        case .failure(let failure): failure.status
        }
    }

    @Test func partsOfARequestAreDecoded() throws {
        let request = try #require(try parse(Self.plain).get())
        #expect(request.method == "GET" && request.path == "/state")
        #expect(request.query == ["at": "3", "path": "rows[0]"])
        #expect(request.headers == ["host": "a:1", "accept": "x, y"])
        let body = "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabcdef"
        #expect(try parse(body).get()?.body == Array("abc".utf8))
        #expect(status("POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nab") == 0)
    }

    @Test func bodyInChunksIsPutTogether() throws {
        let head = "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n"
        #expect(
            try parse(head + "3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\nnext").get()?.body == Array("abc0123456789".utf8)
        )
        #expect(try parse(head + "0\r\n\r\n").get()?.body == [])
        for text in ["", "3", "3\r\n", "3\r\nabc", "3\r\nabc\r\n", "3\r\nabc\r\n0\r\n", "3\r\nabc\r\n0\r\n\r"] {
            #expect(status(head + text) == 0, "\(text)")
        }
        for text in [
            "x\r\n", "+3\r\nabc\r\n", "-3\r\n", "3\n", "\r\n", "3;a=b\r\nabc\r\n", "3\r\nabcd\r\n", "0\r\nA: b\r\n\r\n",
            "000000000003\r\n",
        ] {
            #expect(status(head + text) == 400, "\(text)")
        }
        #expect(status(head + "100001\r\n") == 413)
        #expect(status(head + "7fffffff\r\n") == 413)
    }

    /// Each has a reading by which two programs could disagree, or is too long.
    @Test(
        arguments: [
            ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET / HTTP/1.1\nHost: a\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", 400), ("GET / HTTP/1.1\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: a\u{0}\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n", 400),
            ("GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET /%4 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
            ("GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET /%ff HTTP/1.1\r\nHost: a\r\n\r\n", 400),
            ("GET /#a HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("GET /?a=1&a=2 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
            ("GET / HTTP/1.0\r\nHost: a\r\n\r\n", 505), ("GET /\r\nHost: a\r\n\r\n", 400), ("\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501),
            ("GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n", 400),
            ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1048577\r\n\r\n", 413),
            ("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
            ("GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 16 << 10), 431),
            (String(repeating: "x", count: (16 << 10) + 1), 431), ("GET / HTTP/1.1\r\nHost: a", 0),
        ]
    ) func ambiguousRequestsAreRefused(text: String, expected: Int) {
        #expect(status(text) == expected, "\(text.prefix(99))")
    }

    /// Random requests, whole and in pieces: the parser ends, and the pieces make no difference.
    @Test func randomRequestsAreParsedOrRefused() throws {
        let count = hasFewRounds ? 10_000 : 1_000_000
        var random = SeededGenerator(seed: .random(in: 0 ... .max))
        var accepted = 0
        for _ in 0..<count {
            let bytes = RandomRequest.bytes(using: &random)
            var (whole, pieces) = (HTTPParser(), HTTPParser())
            let expected = Result { () throws(HTTPFailure) in try whole.append(bytes) }
            var rest = bytes[...]
            var found: Result<HTTPRequest?, HTTPFailure> = .success(nil)
            while !rest.isEmpty, case .success(nil) = found {
                let piece = rest.prefix(.random(in: 1...40, using: &random))
                rest = rest.dropFirst(piece.count)
                found = Result { () throws(HTTPFailure) in try pieces.append(piece) }
            }
            if case .success(.some) = expected { accepted += 1 }
            #expect(found == expected, "seed \(random.seed): \(String(decoding: bytes, as: UTF8.self))")
        }
        #expect(accepted > count / 100)
    }
}

/// Requests that are nearly right.
enum RandomRequest {
    private static let parts = [
        "GET", "POST", "OPTIONS", " ", "/", "/events", "/state", "?", "at=3", "&", "=", "%41", "%", "%zz", "HTTP/1.1",
        "HTTP/2",
        "\r\n", "\r", "\n", "Host: a", "Host: ", "Content-Length: 3", "Content-Length: 99999999999",
        "Transfer-Encoding: chunked",
        ":", "\t", "\u{0}", "é", "Authorization: Bearer x", "abc", "\r\n\r\n", "#", "Origin: null", "Last-Event-ID: -1",
    ]

    static func bytes(using random: inout SeededGenerator) -> [UInt8] {
        var pieces = [
            "GET", " ", "/events?after=3", " ", "HTTP/1.1", "\r\n", "Host: a", "\r\n", "Content-Length: 3", "\r\n\r\n",
            "abc",
        ]
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let index = Int.random(in: 0..<pieces.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: pieces.remove(at: index)
            case 1: pieces.insert(parts.randomElement(using: &random) ?? "", at: index)
            case 2: pieces[index] = parts.randomElement(using: &random) ?? ""
            default: pieces.swapAt(index, Int.random(in: 0..<pieces.count, using: &random))
            }
        }
        var bytes = Array(pieces.joined().utf8)
        for _ in 0..<Int.random(in: 0...2, using: &random) where !bytes.isEmpty {
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
        }
        if Int.random(in: 0..<20, using: &random) == 0 {
            bytes.removeLast(Int.random(in: 0...bytes.count, using: &random))
        }
        return bytes
    }
}
