// SPDX-License-Identifier: MIT

import EffectMiddleware
import Foundation
import OutboxMiddleware
import PersistenceMiddleware
import Prism
import RexCore
import RexTesting
import Testing

/// The reasons of failures, which are saved and logged, so they contain no values of jobs.
@Suite struct OutboxReasonTests {
    /// A job whose encoding can fail.
    struct Job: Codable, Sendable {
        enum Trouble: String, Codable, Sendable {
            case none, nestedNumber, encodingError, ownError, caseWithText
        }

        struct Part: Codable, Sendable { var number: Double }
        struct Refusal: Error, CustomStringConvertible { let description: String }
        enum Failure: Error { case text(String), broken }

        var trouble: Trouble
        var text = "PASSWORD"
        var parts: [String: [Part]] = [:]

        init(_ trouble: Trouble) {
            self.trouble = trouble
            if trouble == .nestedNumber { parts["PASSWORD"] = [Part(number: .nan)] }
        }

        func encode(to encoder: any Encoder) throws {
            let context = EncodingError.Context(codingPath: [], debugDescription: "cannot encode \(text)")
            switch trouble {
            case .encodingError: throw EncodingError.invalidValue(text, context)
            case .ownError: throw Refusal(description: text)
            case .caseWithText: throw Failure.text(text)
            case .none, .nestedNumber: break
            }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(trouble, forKey: .trouble)
            try container.encode(text, forKey: .text)
            try container.encode(parts, forKey: .parts)
        }
    }

    /// A JSON coder that rejects NaN and infinity.
    private struct StrictCoder: StateCoder {
        func encode<Value: Encodable>(_ value: Value) throws -> [UInt8] { Array(try JSONEncoder().encode(value)) }
        func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
            try JSONDecoder().decode(type, from: Data(bytes))
        }
    }

    struct State: Sendable { var outbox = Outbox<Job>() }

    @Prism enum Action: Sendable { case add(Job), outbox(OutboxAction<Job, Int>) }

    private let storage = TestStorage()

    private func begin(_ send: @escaping @Sendable (Job) throws -> Int = { _ in 1 }) -> TestStore<Action, State> {
        let file = OutboxFile<Job>(at: "outbox", storage: storage, coder: StrictCoder())
        let feature = Feature<Action, State, OutboxFile<Job>>.combine {
            Feature { action, state in if case .add(let job) = action { state.outbox.add(job) } }
            Feature.outbox(case: Action.prisms.outbox, state: \.outbox, to: { $0 }) { job, _, _ in try send(job) }
        }
        return TestStore(
            initialState: State(),
            feature: feature,
            dependencies: file,
            checks: .onlyWhatIsSaid
        )
    }

    @Test(
        arguments: [
            (.encodingError, "a String cannot be encoded"),
            (.ownError, "Refusal"),
            (.caseWithText, "Failure.text"),
            (.nestedNumber, "a Double cannot be encoded at job.parts.*.*.number"),
        ] as [(Job.Trouble, String)]
    ) func unencodableJobIsRejectedWithoutItsValues(trouble: Job.Trouble, reason: String) throws {
        let test = begin()
        test.send(.add(Job(trouble)))
        #expect(test.state.outbox.entries.map(\.phase) == [.rejected("It cannot be saved: \(reason)")])
        let bytes = try storage.read("outbox") ?? []
        #expect(bytes.firstRange(of: Array("PASSWORD".utf8)) == nil)
        test.finish()
    }

    private func reason(_ error: any Error) -> String? {
        let isFirst = Lock(true)
        let test = begin { _ in
            let isFirst = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            guard isFirst else { return 1 }
            throw error
        }
        test.send(.add(Job(.none)))
        test.run()
        test.finish()
        return test.actions.lazy.compactMap { action -> String? in
            if case .outbox(.failed(_, let reason)) = action.action { reason } else { nil }
        }
        .first
    }

    @Test func failedAttemptHasAReasonWithoutValues() throws {
        func decodingError(_ json: String) -> any Error {
            do {
                _ = try JSONDecoder().decode(Job.self, from: Data(json.utf8))
                return Job.Failure.broken
            } catch {
                return error
            }
        }
        let part = "{\"trouble\":\"none\",\"text\":\"PASSWORD\",\"parts\":{\"PASSWORD\":[{\"number\":\"PASSWORD\"}]}}"
        #expect(reason(decodingError(part)) == "something is no Double at parts.*.*.number")
        #expect(reason(decodingError("{}")) == "a key is missing at trouble")
        #expect(reason(decodingError("{\"trouble\":\"PASSWORD\"}")) == "the data are invalid at trouble")
        #expect(reason(decodingError("{\"trouble\":null}")) == "a String is missing at trouble")
        #expect(reason(CocoaError(.fileNoSuchFile, userInfo: ["": "PASSWORD"])) == "CocoaError")
        #expect(reason(NSError(domain: "", code: 1, userInfo: ["": "PASSWORD"])) == "NSError")
        #expect(reason(Job.Failure.text("PASSWORD")) == "Failure.text")
        #expect(reason(Job.Failure.broken) == "Failure.broken")
    }

    @Test func descriptionsOfAppErrorsAreUsed() throws {
        #expect(reason(Job.Refusal(description: "the server is busy")) == "the server is busy")
        #expect(reason(EffectTimeout(duration: .seconds(9)))?.contains("9.0 seconds") == true)
    }
}
