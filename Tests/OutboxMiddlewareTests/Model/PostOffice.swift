// SPDX-License-Identifier: MIT

import Foundation
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTesting

/// A letter to send, with a unique ascending number.
struct Letter: Sendable, Codable, Equatable {
    let number: Int
    let lane: String

    /// Whether an older version of the app cannot read it; see ``AgingCoder``.
    var isNewForm: Bool { number.isMultiple(of: 3) }
}

/// A JSON coder that writes every third letter in a format that older versions of the app do not read.
struct AgingCoder: StateCoder {
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

/// A server that recognises ids, and accepts, rejects, fails, waits, loses its answer or
/// ignores cancellations, as chosen by the schedule.
final class PostOffice: Sendable {
    struct Failure: Error {}

    private struct Contents: Sendable {
        /// The number of calls of each letter.
        var calls: [OutboxID: Int] = [:]
        /// The letters in the order of their first calls.
        var firstCalls: [Letter] = []
        var accepted: [OutboxID: Letter] = [:]
        var refused: Set<OutboxID> = []
        var atWork: [String: Int] = [:]
        /// The number of apps so far.
        var age = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
        var isKind = false
        var isCutOff = false
        var wrong: String?
    }

    private enum Mood: CaseIterable {
        case accepts, acceptsLater, acceptsAndLosesTheAnswer, refuses, fails, failsLater, waits, isStubborn

        static let all: [Mood] = allCases + [.accepts, .acceptsLater, .acceptsLater, .refuses, .refuses]
    }

    private let schedule: Schedule
    private let clock: TestClock
    private let limit: Int
    /// Whether the app stops waiting for an answer, and calls again meanwhile.
    let hasTimeouts: Bool
    private let contents = Lock(Contents())

    init(_ schedule: Schedule, _ clock: TestClock, limit: Int, hasTimeouts: Bool) {
        (self.schedule, self.clock, self.limit, self.hasTimeouts) = (schedule, clock, limit, hasTimeouts)
    }

    var wrong: String? { contents.withLock { $0.wrong } }
    var accepted: [OutboxID: Letter] { contents.withLock { $0.accepted } }
    func calls(of id: OutboxID) -> Int { contents.withLock { $0.calls[id] ?? 0 } }
    func hasRefused(_ id: OutboxID) -> Bool { contents.withLock { $0.refused.contains(id) } }

    func post(_ letter: Letter, _ id: OutboxID) async throws -> Int {
        let (age, isKind, isCutOff) = begin(letter, id)
        // After the loss of power, no message arrives.
        if isCutOff { await wait() }
        defer { end(letter, age) }
        if !isKind {
            let mood = schedule.element(of: Mood.all, "server")
            try await behave(mood, letter, id)
        }
        if contents.withLock({ $0.isCutOff }) { await wait() }
        accept(letter, id)
        return letter.number
    }

    private func behave(_ mood: Mood, _ letter: Letter, _ id: OutboxID) async throws {
        switch mood {
        case .accepts: break
        case .acceptsLater: try await clock.sleep(for: .milliseconds(schedule.int(in: 1...80, "takes")))
        case .acceptsAndLosesTheAnswer:
            accept(letter, id)
            throw Failure()
        case .refuses:
            // The server does not reject a letter that it has accepted.
            if contents.withLock({ $0.accepted[id] == nil ? $0.refused.insert(id).inserted || true : false }) {
                throw OutboxRejection("no \(letter.number)")
            }
        case .fails: throw Failure()
        case .failsLater:
            try await clock.sleep(for: .milliseconds(schedule.int(in: 1...80, "takes")))
            throw Failure()
        case .waits: await wait()
        case .isStubborn:
            accept(letter, id)
            await wait()
        }
    }

    private func begin(_ letter: Letter, _ id: OutboxID) -> (age: Int, isKind: Bool, isCutOff: Bool) {
        contents.withLock { contents in
            guard !contents.isCutOff else { return (-1, false, true) }
            if contents.calls[id] == nil {
                let before = contents.firstCalls.last { $0.lane == letter.lane }
                if let before, before.number > letter.number, !letter.isNewForm {
                    contents.wrong = contents.wrong ?? "\(letter) comes after \(before)"
                }
                contents.firstCalls.append(letter)
            }
            contents.calls[id, default: 0] += 1
            contents.atWork[letter.lane, default: 0] += 1
            guard !hasTimeouts else { return (contents.age, contents.isKind, false) }
            if contents.atWork[letter.lane] ?? 0 > 1 {
                contents.wrong = contents.wrong ?? "two of \(letter.lane) at once, one is \(letter)"
            }
            if contents.atWork.values.reduce(0, +) > limit {
                contents.wrong = contents.wrong ?? "more than \(limit) at once: \(contents.atWork)"
            }
            return (contents.age, contents.isKind, false)
        }
    }

    private func end(_ letter: Letter, _ age: Int) {
        contents.withLock { if $0.age == age { $0.atWork[letter.lane, default: 0] -= 1 } }
    }

    private func accept(_ letter: Letter, _ id: OutboxID) {
        contents.withLock { contents in
            guard !contents.isCutOff, contents.accepted[id] == nil else { return }
            if contents.accepted.values.contains(where: { $0.number == letter.number }) {
                contents.wrong = contents.wrong ?? "\(letter) was sent under two identities"
            }
            contents.accepted[id] = letter
        }
    }

    private func wait() async {
        if contents.withLock({ $0.isKind }) { return }
        await withCheckedContinuation { wait in contents.withLock { $0.waiting.append(wait) } }
    }

    /// Continues the waiting calls, cancelled or not.
    func answerWaiting() {
        let waiting = contents.withLock { contents in
            defer { contents.waiting = [] }
            return contents.waiting
        }
        for wait in waiting { wait.resume() }
    }

    /// Drops all further calls of the app, which does not notice it.
    func cutOff() { contents.withLock { $0.isCutOff = true } }

    /// Starts a new app.
    func restart() {
        forgetCalls()
        contents.withLock { $0.isCutOff = false }
    }

    /// Stops counting unanswered calls as running.
    func forgetCalls() {
        contents.withLock { contents in
            contents.age += 1
            contents.atWork = [:]
        }
    }

    /// Accepts each call at once from now on.
    func becomeKind() {
        contents.withLock { $0.isKind = true }
        answerWaiting()
    }
}
