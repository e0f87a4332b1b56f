// SPDX-License-Identifier: MIT

import RequestMiddleware

/// A model of a request that follows its documentation: it stores events with their times, and derives
/// everything else.
struct RequestModel: Sendable {
    struct Change: Sendable {
        let number: Int
        let made: Int
        var confirmed: Int?
        var isRolledBack = false

        var isPending: Bool { confirmed == nil && !isRolledBack }
    }

    private(set) var phase: Request<Int, [Int]>.Phase = .idle
    /// The running request: a unique number, and its start time.
    private(set) var run: (number: Int, started: Int)?
    private var answer: (items: [Int], came: Int)?
    private var changes: [Change] = []
    /// The last time without pending changes.
    private var settled = 0
    private var now = 0

    private static let starts = Counter()

    var pending: [Change] { changes.filter(\.isPending) }

    /// The last answer, the later confirmed changes, and the pending ones.
    var output: [Int]? { confirmed.map { $0 + pending.map(\.number) } }

    private var confirmed: [Int]? {
        answer.map { answer in
            let later = changes.filter { $0.confirmed ?? 0 > answer.came }
            return answer.items + later.sorted { $0.confirmed ?? 0 < $1.confirmed ?? 0 }.map(\.number)
        }
    }

    private var input: Int? {
        switch phase {
        case .idle: nil
        case .running(let input, _), .failed(let input, _), .done(let input): input
        }
    }

    mutating func start(_ input: Int) {
        now += 1
        (phase, run) = (.running(input, attempt: 1), (Self.starts.next(), now))
    }

    mutating func end(_ phase: Request<Int, [Int]>.Phase) {
        now += 1
        (self.phase, run) = (phase, nil)
    }

    mutating func retry() {
        if case .failed(let input, _) = phase { start(input) }
    }

    mutating func reset() {
        end(.idle)
        (answer, changes) = (nil, [])
    }

    mutating func attempt(_ number: Int) {
        if let input { phase = .running(input, attempt: number) }
    }

    mutating func answer(_ items: [Int]) {
        guard let input, let run else { return }
        guard changes.allSatisfy({ $0.confirmed ?? 0 < run.started }) else { return start(input) }
        end(.done(input))
        answer = (items, now)
    }

    mutating func edit(_ number: Int) {
        if pending.isEmpty { settled = now }
        now += 1
        changes.append(Change(number: number, made: now))
    }

    mutating func end(edit number: Int?, isConfirmed: Bool) {
        guard let index = changes.firstIndex(where: { $0.isPending && (number == nil || $0.number == number) }) else {
            return
        }
        now += 1
        if isConfirmed { changes[index].confirmed = now } else { changes[index].isRolledBack = true }
        guard pending.isEmpty, run == nil, let input, let came = answer?.came else { return }
        // The answer in between may or may not contain them.
        let doubted = changes.filter { $0.made > settled && $0.made < came && $0.confirmed ?? 0 > came }
        if !doubted.isEmpty { start(input) }
    }

    /// Simulates encoding and decoding.
    mutating func restart() {
        now += 1
        answer = confirmed.map { ($0, now) }
        changes = []
        if run != nil { end(.idle) }
    }
}
