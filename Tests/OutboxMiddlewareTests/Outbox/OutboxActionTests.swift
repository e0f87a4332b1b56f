// SPDX-License-Identifier: MIT

import EffectMiddleware
import Foundation
import OutboxMiddleware
import PersistenceMiddleware
import Testing

@Suite struct OutboxActionTests {
    private struct Job: Codable, Hashable, Sendable {
        var title = "milk"
    }

    private typealias Action = OutboxAction<Job, Int>

    private func decoded<Value: Codable>(_ json: String, as type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(json.utf8))
    }

    private func readBack<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    private func expectReadBack<Value: Codable & Hashable>(_ values: [Value]) throws {
        #expect(try values.map(readBack) == values)
        #expect(Set(values).count == values.count)
    }

    /// Makes one entry in each phase.
    private func entries() throws -> [OutboxEntry<Job>] {
        try ["saving", "waiting", "sending", "cancelling"].map { "{\"\($0)\":{}}" }
            .enumerated().map { index, phase in try entry(index, phase) } + [
                entry(9, "{\"rejected\":{\"_0\":\"no\"}}")
            ]
    }

    /// Makes a backlog with one entry in each phase.
    private func backlog() throws -> OutboxBacklog<Job> {
        let entries = String(decoding: try JSONEncoder().encode(entries()), as: UTF8.self)
        let json = """
            {"entries":\(entries),"kept":[],"series":[],"dropped":0,"newest":0,"isOpen":true,"isPartial":false}
            """
        return try decoded(json, as: OutboxBacklog<Job>.self)
    }

    private func entry(_ number: Int, _ phase: String) throws -> OutboxEntry<Job> {
        let id = OutboxID(number)
        let json = """
            {"id":"\(id)","lane":"room","job":{"title":"milk"},"attempts":3,"phase":\(phase)}
            """
        return try decoded(json, as: OutboxEntry<Job>.self)
    }

    @Test func everyActionIsDecodedUnchanged() throws {
        let mark = try decoded(
            "{\"outbox\":\"\(OutboxID(1))\",\"number\":5,\"missing\":[2,3]}",
            as: OutboxMark.self
        )
        let failures = StorageErrorSamples.all
        try expectReadBack(
            [
                Action.sent(OutboxID(1), 7), .rejected(OutboxID(1), "no"), .cancelled(OutboxID(1), attempts: 2),
                .failed(OutboxID(1), "offline"), .loaded(try backlog()), .loaded(Outbox<Job>().backlog), .saved(mark),
                .attempted(OutboxID(1)), .rested(OutboxID(1)), .paused,
                .step(try decoded("{\"kind\":{\"began\":{\"_0\":\"\(OutboxID(1))\"}}}", as: OutboxStep.self)),
                .step(try decoded("{\"kind\":{\"gone\":{\"_0\":[\"\(OutboxID(1))\"]}}}", as: OutboxStep.self)),
            ] + failures.map { .storageFailed($0) }
        )
        try expectReadBack(failures)
    }

    @Test func laneIsCodedAsItsName() throws {
        let json = String(decoding: try JSONEncoder().encode(["room" as OutboxLane]), as: UTF8.self)
        #expect(json == "[\"room\"]")
        #expect(try decoded(json, as: [OutboxLane].self) == ["room"])
    }

    @Test func publicErrorsAreDecodedUnchanged() throws {
        try expectReadBack([OutboxRejection.rejected("no"), OutboxRejection.rejected("never")])
        try expectReadBack([EffectTimeout(duration: .seconds(1)), EffectTimeout(duration: .milliseconds(1))])
    }
}

private enum StorageErrorSamples {
    static var all: [StorageError] {
        let operations: [StorageError.Operation] = [.read, .write, .append, .sync, .move, .remove, .list, .lock]
        let reasons: [StorageError.Reason] = [
            .system(28), .isInUse, .isNotFile, .isForeign, .isNewer(version: 3), .isDamaged, .cannotEncode("a"),
            .cannotDecode("b"), .other("c"),
        ]
        return operations.flatMap { operation in reasons.map { StorageError(operation, "box.log", $0) } }
    }
}
