// SPDX-License-Identifier: MIT

import Foundation
import RequestMiddleware
import Testing

@Suite struct RequestCodableTests {
    private func readBack<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    /// Changes of a request, and its phase after decoding.
    private static let phases: [(Answers.Phase, @Sendable (inout Answers) -> Void)] = [
        (.idle, { _ in }),
        (.idle, { $0.start(2) }),
        (
            .done(2),
            {
                $0.start(2)
                $0.answer([2])
            }
        ),
        (
            .failed(2, RequestFailure("no", isTimeout: true)),
            {
                $0.start(2)
                $0.fail(RequestFailure("no", isTimeout: true))
            }
        ),
    ]

    @Test(arguments: phases.indices) func phaseIsDecodedAndARunningRequestIsIdle(index: Int) throws {
        let (phase, change) = Self.phases[index]
        for output in [nil, [1]] {
            var request = Answers(output: output)
            change(&request)
            let read = try readBack(request)
            #expect(read.phase == phase)
            #expect(read.output == request.output)
            #expect(read.isRunning == false)
            if !request.isRunning { #expect(read == request) }
        }
    }

    @Test func nilAnswerIsDecodedAsAnAnswer() throws {
        for answer in [nil, "tea"] as [String?] {
            var request = Request<Int?, String?>()
            request.start(nil)
            request.answer(answer)
            let read = try readBack(request)
            #expect(read == request)
            #expect(read.output == .some(answer))
        }
    }

    @Test func onlyConfirmedEditsAreEncoded() throws {
        var request = Answers(output: [1])
        let edit = request.edit { $0.append(2) }
        request.edit { $0.append(3) }
        #expect(try readBack(request).output == [1])
        request.confirm(edit)
        let read = try readBack(request)
        #expect(read.output == [1, 2])
        #expect(read.pendingEdits.isEmpty)
    }

    @Test func storedEditEndsNoOtherEditAfterARestart() throws {
        var request = Answers(output: [1])
        let kept = try readBack(request.edit { $0.append(2) })
        request = try readBack(request)
        let new = request.edit { $0.append(3) }
        request.rollback(kept)
        #expect(request.pendingEdits == [new])
        #expect(request.output == [1, 3])
    }

    @Test func decodedRequestIsUsable() throws {
        var request = Answers()
        request.start(2)
        request.fail(RequestFailure("no"))
        request = try readBack(request)
        request.retry()
        #expect(request.phase == .running(2, attempt: 1))
        request.answer([2])
        #expect(try readBack(request).output == [2])
    }

    @Test func encodingWithoutEditsIsDecoded() throws {
        let text = #"{"input": 2, "output": [2]}"#
        let request = try JSONDecoder().decode(Answers.self, from: Data(text.utf8))
        #expect(request.phase == .done(2))
        #expect(request.output == [2])
    }

    @Test(arguments: [#"{"input": 2, "output": "none"}"#, #"{"input": 2, "failure": 2}"#, #"{"input": "none"}"#])
    func wrongTypeFailsDecoding(text: String) {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Answers.self, from: Data(text.utf8))
        }
    }

    @Test func actionsAreDecoded() throws {
        let actions: [AnswersAction] = [
            .start(1), .cancel, .retry, .reset, .answered([1]), .failed(RequestFailure("no")), .attempted(2),
        ]
        #expect(try readBack(actions) == actions)
        #expect(Set(actions).count == actions.count)
        #expect(actions.compactMap(\.answered) == [[1]])
        #expect(actions.compactMap(\.failed) == [RequestFailure("no")])
    }

    @Test func unencodableOutputThrows() {
        #expect(throws: EncodingError.self) {
            try JSONEncoder().encode(Request<Int, Double>(output: .infinity))
        }
    }

    @Test func tagsOfADecodedAnswerAreReplacedByTheNextAnswer() throws {
        var books = Requests<Int, String>()
        books.need([1])
        books.answer(1, "a", tags: ["old"])
        books = try readBack(readBack(books))
        books.invalidate(tag: "old")
        books.need([1])
        #expect(books[1].isRunning)
        books.answer(1, "b", tags: ["new"])
        books.invalidate(tag: "old")
        #expect(!books[1].isRunning)
        books.invalidate(tag: "new")
        #expect(books[1].isRunning)
    }
}
