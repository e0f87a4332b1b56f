// SPDX-License-Identifier: MIT

import Foundation
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTestSupport
import RexTesting

/// A letter to send, with a unique ascending number.
struct Letter: Sendable, Codable, Equatable {
    let number: Int
    let lane: String

    /// Whether an older version of the app cannot read it; see ``VersionedCoder``.
    var isNewForm: Bool { number.isMultiple(of: 3) }
}

/// A JSON coder that writes every third letter in a format that older versions of the app do not read.
struct VersionedCoder: StateCoder {
    let readsNewForm = Lock(true)

    private func rename(_ old: String, to new: String, in bytes: [UInt8]) -> [UInt8] {
        Array(String(decoding: bytes, as: UTF8.self).replacingOccurrences(of: old, with: new).utf8)
    }

    func encode<Value: Encodable>(_ value: Value) throws -> [UInt8] {
        let bytes = try JSONStateCoder().encode(value)
        let parts = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\"number\":")
        let number = parts.count == 2 ? Int(parts[1].prefix { $0.isNumber }) : nil
        return number?.isMultiple(of: 3) ?? false ? rename("\"number\":", to: "\"no\":", in: bytes) : bytes
    }

    func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        let bytes = readsNewForm.withLock { $0 } ? rename("\"no\":", to: "\"number\":", in: bytes) : bytes
        return try JSONStateCoder().decode(type, from: bytes)
    }
}

/// The server of the programs, which recognises ids.
///
/// The schedule chooses whether a call is accepted, rejected, fails, hangs, or loses its answer.
final class PostOffice: Sendable {
    struct Failure: Error {}

    private struct Contents: Sendable {
        /// The number of calls of each letter.
        var calls: [OutboxID: Int] = [:]
        /// The letters in the order of their first calls.
        var firstCalls: [Letter] = []
        var accepted: [OutboxID: Letter] = [:]
        var rejected: Set<OutboxID> = []
        var inFlight: [String: Int] = [:]
        /// The number of launches of the app so far.
        var launch = 0
        var isDisconnected = false
        var wrong: String?
    }

    private enum Behavior: CaseIterable {
        case accepts, acceptsLater, acceptsAndLosesTheAnswer, rejects, fails, failsLater, hangs, acceptsAndHangs

        static let all: [Behavior] = allCases + [.accepts, .acceptsLater, .acceptsLater, .rejects, .rejects]
    }

    private let schedule: Schedule
    private let clock: TestClock
    private let limit: Int
    /// Whether the app stops waiting for an answer, and calls again meanwhile.
    let hasTimeouts: Bool
    private let contents = Lock(Contents())
    /// Where hanging calls wait.
    ///
    /// Once it is open, each call is accepted at once.
    private let gate = AsyncGate()

    init(_ schedule: Schedule, _ clock: TestClock, limit: Int, hasTimeouts: Bool) {
        (self.schedule, self.clock, self.limit, self.hasTimeouts) = (schedule, clock, limit, hasTimeouts)
    }

    var wrong: String? { contents.withLock { $0.wrong } }
    var accepted: [OutboxID: Letter] { contents.withLock { $0.accepted } }
    func calls(of id: OutboxID) -> Int { contents.withLock { $0.calls[id] ?? 0 } }
    func hasRejected(_ id: OutboxID) -> Bool { contents.withLock { $0.rejected.contains(id) } }

    func post(_ letter: Letter, _ id: OutboxID) async throws -> Int {
        let launch = begin(letter, id)
        if isDisconnected { await gate.wait() }
        defer { end(letter, launch) }
        if !gate.isOpen { try await behave(schedule.element(of: Behavior.all, "server"), letter, id) }
        if isDisconnected { await gate.wait() }
        accept(letter, id)
        return letter.number
    }

    private func behave(_ behavior: Behavior, _ letter: Letter, _ id: OutboxID) async throws {
        switch behavior {
        case .accepts: break
        case .acceptsLater: try await clock.sleep(for: .milliseconds(schedule.int(in: 1...80, "takes")))
        case .acceptsAndLosesTheAnswer:
            accept(letter, id)
            throw Failure()
        case .rejects:
            // The server does not reject a letter that it has accepted.
            if contents.withLock({ $0.accepted[id] == nil ? $0.rejected.insert(id).inserted || true : false }) {
                throw .rejected("no \(letter.number)")
            }
        case .fails: throw Failure()
        case .failsLater:
            try await clock.sleep(for: .milliseconds(schedule.int(in: 1...80, "takes")))
            throw Failure()
        case .hangs: await gate.wait()
        case .acceptsAndHangs:
            accept(letter, id)
            await gate.wait()
        }
    }

    /// Counts a call.
    ///
    /// Returns the launch that it belongs to.
    private func begin(_ letter: Letter, _ id: OutboxID) -> Int {
        contents.withLock { contents in
            guard !contents.isDisconnected else { return -1 }
            if contents.calls[id] == nil {
                let before = contents.firstCalls.last { $0.lane == letter.lane }
                if let before, before.number > letter.number, !letter.isNewForm {
                    contents.wrong = contents.wrong ?? "the server got \(letter) after \(before)"
                }
                contents.firstCalls.append(letter)
            }
            contents.calls[id, default: 0] += 1
            contents.inFlight[letter.lane, default: 0] += 1
            guard !hasTimeouts else { return contents.launch }
            if contents.inFlight[letter.lane] ?? 0 > 1 {
                contents.wrong = contents.wrong ?? "the server got \(letter) and another one of its lane"
            }
            if contents.inFlight.values.reduce(0, +) > limit {
                contents.wrong = contents.wrong ?? "the server got more than \(limit) at once: \(contents.inFlight)"
            }
            return contents.launch
        }
    }

    private func end(_ letter: Letter, _ launch: Int) {
        contents.withLock { if $0.launch == launch { $0.inFlight[letter.lane, default: 0] -= 1 } }
    }

    private func accept(_ letter: Letter, _ id: OutboxID) {
        contents.withLock { contents in
            guard !contents.isDisconnected, contents.accepted[id] == nil else { return }
            if contents.accepted.values.contains(where: { $0.number == letter.number }) {
                contents.wrong = contents.wrong ?? "the server got \(letter) under two ids"
            }
            contents.accepted[id] = letter
        }
    }

    private var isDisconnected: Bool { contents.withLock { $0.isDisconnected } }

    /// Answers the hanging calls, cancelled or not.
    func answerHanging() { gate.letThrough() }

    /// Drops all further calls of the app, which does not notice it.
    func disconnect() { contents.withLock { $0.isDisconnected = true } }

    /// Starts a new app.
    func restart() {
        forgetCalls()
        contents.withLock { $0.isDisconnected = false }
    }

    /// Stops counting unanswered calls as running.
    func forgetCalls() {
        contents.withLock { contents in
            contents.launch += 1
            contents.inFlight = [:]
        }
    }

    /// Accepts each call at once from now on.
    func acceptAll() { gate.open() }
}
