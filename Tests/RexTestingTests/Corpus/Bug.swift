// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import RexTesting
import Testing

/// A bug of a kind that apps have, and the same app without it.
struct Bug: Sendable, CustomTestStringConvertible {
    enum RealStores: Sendable {
        /// It was seen there.
        case showIt
        case cannot(String)
    }

    let name: String
    let realStores: RealStores
    /// Uses the app as a schedule says; throws if it does what it must not.
    let use: @Sendable (Schedule, _ isMended: Bool, CorpusWorld) throws -> Void

    var testDescription: String { name }
}

/// What the apps of the corpus do.
enum Act: Sendable, Equatable {
    case go(Int)
    case stop
    case done(Int)
    case failed(Int)
    case set(Int)
    /// The first of those that are done is gone.
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

/// A server that is reached over a network: each call takes a while, as the schedule says.
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

    /// Answers with what it was asked.
    func ask(_ value: Int) async throws -> Int {
        calls.append(value)
        try await travel()
        return value
    }

    /// Keeps what it gets; its answer may be lost.
    func accept(_ value: Int, once: Bool = false) async throws {
        try await travel()
        if !once || !accepted.contains(value) { accepted.append(value) }
        if schedule.bool("answer is lost") { throw NoAnswer() }
    }

    /// A token that ends the one before.
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
