// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import RexTesting
import Testing

/// A typical bug of an app, and the same app without the bug.
struct Bug: Sendable, CustomTestStringConvertible {
    enum RealStores: Sendable {
        /// The bug was seen in real stores.
        case showIt
        case cannot(String)
    }

    let name: String
    let realStores: RealStores
    /// Uses the app with a schedule.
    ///
    /// Throws if the app does something wrong.
    let use: @Sendable (Schedule, _ isMended: Bool, CorpusWorld) throws -> Void

    var testDescription: String { name }
}

/// The actions of the apps in the corpus.
enum Act: Sendable, Equatable {
    case go(Int)
    case stop
    case done(Int)
    case failed(Int)
    case set(Int)
    /// Removes the first entry of `done`.
    case removed

    var go: Int? { if case .go(let value) = self { value } else { nil } }
    var stop: Void? { self == .stop ? () : nil }
    var done: Int? { if case .done(let value) = self { value } else { nil } }
    var set: Int? { if case .set(let value) = self { value } else { nil } }
}

struct Facts: Sendable, Equatable {
    var wanted = 0
    var value = 0
    var done: [Int] = []
    var failed: [Int] = []
    var isStopped = false
    var key: Int?
}

extension Reducer where ActionType == Act, StateType == Facts {
    static let facts: Reducer = .reduce { act, facts in
        switch act {
        case .go(let value): (facts.wanted, facts.isStopped) = (value, false)
        case .stop: (facts.isStopped, facts.key) = (true, nil)
        case .done(let value):
            facts.done.append(value)
            facts.value = value
        case .failed(let value): facts.failed.append(value)
        case .set(let value): facts.key = value
        case .removed: facts.done.removeFirst()
        }
    }
}

/// A server behind a network.
///
/// The schedule chooses the duration of each call.
actor FakeServer {
    private let schedule: Schedule
    private let clock: any Clock<Duration>
    private(set) var calls: [Int] = []
    private(set) var accepted: [Int] = []
    private(set) var token = 0

    init(_ schedule: Schedule, _ clock: any Clock<Duration>) {
        (self.schedule, self.clock) = (schedule, clock)
    }

    struct NoAnswer: Error {}

    func travel() async throws {
        try await clock.sleep(for: .milliseconds(schedule.int(in: 1...3, "takes")))
    }

    /// Answers with the same value.
    func ask(_ value: Int) async throws -> Int {
        calls.append(value)
        try await travel()
        return value
    }

    /// Stores the value.
    ///
    /// The answer may be lost.
    func accept(_ value: Int, once: Bool = false) async throws {
        try await travel()
        if !once || !accepted.contains(value) { accepted.append(value) }
        if schedule.bool("answer is lost") { throw NoAnswer() }
    }

    /// Returns a new token, which makes the previous one invalid.
    func refresh() async throws -> Int {
        try await travel()
        token += 1
        return token
    }

    func use(_ token: Int) async throws -> Bool {
        try await travel()
        return token == self.token
    }
}
