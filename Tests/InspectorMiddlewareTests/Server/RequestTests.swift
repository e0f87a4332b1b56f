// SPDX-License-Identifier: MIT

import InspectorMiddleware
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder

/// Malformed, huge, slow and torn requests, over sockets.
@Suite struct RequestTests {
    private let shop = Shop()
    private let client: Client

    init() throws {
        client = try Client(shop.inspector(allowing: .dispatch(on: .immediate)))
    }

    private func isAlive() throws -> Bool { try client.send("/pending").status == 200 }

    @Test func malformedRequestsAreAnsweredWithAnErrorOrClosedAndChangeNothing() throws {
        var random = SeededGenerator(seed: .random(in: 0 ... .max))
        let count = hasFewRounds ? 1_000 : 10_000
        var refused = 0
        for _ in 0..<count {
            let socket = try Socket(client.port)
            socket.write(RandomRequest.bytes(using: &random))
            socket.endWriting()
            let answer = socket.rest()
            let reply = Reply(answer)
            #expect(answer.isEmpty || reply.map { $0.status >= 400 } ?? false, "seed \(random.seed)")
            if reply != nil { refused += 1 }
        }
        #expect(refused > count / 2)
        #expect(shop.recorder.recording().entries.isEmpty)
        #expect(try isAlive())
    }

    @Test func hugeRequestsAreRefusedWithAReadableAnswer() throws {
        let long = String(repeating: "x", count: 1 << 20)
        #expect(try client.send("/pending", ["X": long]).status == 431)
        #expect(try client.send("/\(long)").status == 431)
        #expect(try client.post("/dispatch", long + "x").status == 413)
        #expect(try client.post("/dispatch", long).status == 422)
        let deep = #"{"action": \#(String(repeating: "[", count: 500_000))"#
        #expect(try client.post("/dispatch", deep).status == 422)
        #expect(shop.recorder.recording().entries.isEmpty)
    }

    @Test func tornRequestsChangeNothing() throws {
        let request = client.request(
            "POST",
            "/dispatch",
            ["Content-Type": "application/json"],
            body: #"{"action": {"close": {}}}"#
        )
        for length in stride(from: 0, to: request.utf8.count, by: 3) {
            let socket = try Socket(client.port)
            socket.write(Array(request.utf8.prefix(length)))
            socket.endWriting()
            #expect(socket.rest().isEmpty)
        }
        #expect(shop.recorder.recording().entries.isEmpty)
        #expect(try isAlive())
    }

    @Test func piecewiseRequestIsAnswered() throws {
        let socket = try Socket(client.port)
        for byte in client.request("GET", "/pending", [:]).utf8 { socket.write([byte]) }
        #expect(Reply(socket.rest())?.status == 200)
    }

    @Test func clientThatHasEndedItsSideGetsTheWholeAnswer() throws {
        Socket.limitBuffers(ofServerAt: client.port)
        let socket = try Socket(client.port)
        socket.write(Array(client.request("GET", "/", [:]).utf8))
        socket.endWriting()
        let reply = try #require(Reply(socket.rest()))
        #expect(reply.header("Content-Length") == "\(reply.body.utf8.count)")
    }

    /// Its description is shorter, so that both have room in an answer.
    @Test func longTextOfAStateIsSent() throws {
        let text = String(repeating: "x", count: 5_000_000)
        shop.store.dispatch(.add(text, amount: 1))
        let reply = try client.send("/state?at=1")
        #expect(reply.status == 200 && reply.body.contains(#""state":{"amounts":{"\#(text)":1}"#))
    }

    /// The next request asks for the others.
    @Test func answerWithLargeEventsHasFewerOfThem() throws {
        let text = String(repeating: "x", count: 1_200_000)
        for amount in 1...3 { shop.store.dispatch(.add(text, amount: amount)) }
        let answer = try client.send("/events?count=9").lines
        #expect(answer.count == 2)
        #expect(answer.last == #"{"type":"more","after":1,"last":3}"#)
        #expect(try client.send("/events?count=9&after=1").lines.count == 2)
    }

    /// Many clients at once, which end their connections at any moment.
    @Test func connectionsThatEndAtAnyMomentDoNoHarm() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for number in 0..<50 {
                        let socket = try Socket(client.port)
                        socket.write(Array(client.request("GET", number % 2 == 0 ? "/" : "/events", [:]).utf8))
                        if number % 3 == 0 { _ = socket.read() }
                    }
                }
            }
            for number in 0..<100 { shop.store.dispatch(.add("tea", amount: number)) }
            try await group.waitForAll()
        }
        var status = 503
        while status == 503 { status = try client.send("/pending").status }
        #expect(status == 200)
    }
}
