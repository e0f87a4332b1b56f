// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import Testing

@testable import RequestMiddleware

/// Requests that a recorder encodes, as the state of an app has them.
@Suite struct RecordedRequestTests {
    private func readBack<Value: Codable>(_ value: Value, _ mark: RecordingCoding = .recording) throws -> Value {
        let encoder = JSONEncoder()
        encoder.userInfo = mark.userInfo
        return try JSONDecoder().decode(Value.self, from: encoder.encode(value))
    }

    @Test func requestStaysRunning() throws {
        for output in [nil, [1]] {
            var request = Request<Int, [Int]>(output: output)
            request.start(2)
            request.noteAttempt(3)
            for mark in [RecordingCoding.recording, .start] {
                var read = try readBack(request, mark)
                #expect(read == request && read.phase == .running(2, attempt: 3))
                read.answer([3])
                #expect(read.phase == .done(2) && read.output == [3])
            }
        }
    }

    @Test func editsStayPending() throws {
        var request = Request<Int, [Int]>(output: [1])
        request.start(2)
        let first = request.edit { $0.append(2) }
        request.edit { $0.append(3) }
        var read = try readBack(request)
        #expect(read == request && read.output == [1, 2, 3] && read.pendingEdits == request.pendingEdits)
        read.rollback(first)
        read.rollback()
        #expect(read.output == [1] && read.pendingEdits.isEmpty)
        var empty = Request<Int, [Int]>()
        empty.edit { $0.append(2) }
        #expect(try readBack(empty) == empty)
        #expect(throws: EncodingError.self) { try readBack(request, .start) }
        request.confirm(first)
        request.confirm()
        // The answer may lack the changes, so the request starts again.
        read = try readBack(request, .start)
        read.answer([5])
        #expect(read.isRunning && read.output == [1, 2, 3])
    }

    @Test func pagesStayRunningOrFailed() throws {
        var pages = Pages<Int, Int>(items: [1], first: 1)
        pages.reload()
        for _ in 0...1 {
            #expect(try readBack(pages) == pages)
            pages.fail(RequestFailure("no"))
        }
        var read = try readBack(pages)
        read.retry()
        #expect(read.isReloading)
    }

    @Test func requestsKeepTheirDemand() throws {
        var requests = Requests<Int, String>()
        requests.need([3, 1, 2, 4])
        requests.answer(1, "tea", tags: ["drinks"])
        requests.answer(2, "milk")
        requests.fail(4, RequestFailure("no"))
        requests.need([3, 1, 4])
        requests.edit(1) { $0 += "!" }
        requests.age(.fresh, upTo: 1)
        var read = try readBack(requests)
        #expect(read == requests)
        #expect(read[1].output == "tea!" && read[3].isRunning && read[4].failure != nil)
        for age in [RequestsAge.fresh, .resting, .unneeded] {
            let (kept, decoded) = (requests.contents.keys(age), read.contents.keys(age))
            #expect(decoded.last == kept.last)
            #expect([1, 2, 3, 4].map(decoded.contains) == [1, 2, 3, 4].map(kept.contains))
        }
        // Each change has the same effect on both.
        let changes: [(inout Requests<Int, String>) -> Void] = [
            { $0.need([3, 1, 4]) }, { $0.age(.unneeded, upTo: 9) }, { $0.invalidate(tag: "drinks") },
            { $0.answer(3, "water") }, { $0.retry(4) }, { $0.rollback(1) }, { $0.age(.resting, upTo: 99) },
        ]
        for change in changes {
            change(&requests)
            change(&read)
            #expect(read == requests)
        }
    }

    @Test func invalidatedRunIsRepeated() throws {
        var requests = Requests<Int, String>()
        requests.need([1])
        requests.invalidate([1])
        var read = try readBack(requests)
        for _ in 0...1 {
            read.answer(1, "tea")
            requests.answer(1, "tea")
            #expect(read == requests)
        }
        #expect(!read[1].isRunning)
    }
}
