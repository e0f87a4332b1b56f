// SPDX-License-Identifier: MIT

import RexTestSupport

/// A random program: the answers of middlewares and observers to each action.
struct Program: Sendable {
    /// The reaction of an observer to an action.
    enum Reaction: Sendable, Equatable {
        case dispatch(Int)
        case cancel(observer: Int)
        case observe
    }

    /// The answers of a middleware to each action.
    struct Answers: Sendable {
        var context: [Int] = []
        var handle: [Int: [Int]] = [:]
        var io: [Int: [Int]] = [:]
    }

    /// After this number of processed actions there are no more answers, so that every program ends.
    static let limit = 30

    let seed: UInt64
    var external: [Int] = []
    var middlewares: [Answers] = []
    /// The reactions by the number of the observer and the action.
    var observers: [[Int: [Reaction]]] = []
    let observersAtFirst: Int

    init(seed: UInt64, observing: Bool = true) {
        self.seed = seed
        var generator = SeededGenerator(seed: seed)
        func draw(_ count: ClosedRange<Int>) -> [Int] {
            (0..<Int.random(in: count, using: &generator)).map { _ in Int.random(in: 0..<6, using: &generator) }
        }
        func answers(_ count: ClosedRange<Int>) -> [Int: [Int]] {
            var answers: [Int: [Int]] = [:]
            for action in 0..<6 where Int.random(in: 0..<3, using: &generator) == 0 { answers[action] = draw(count) }
            return answers
        }
        external = draw(1...6)
        for _ in 0..<Int.random(in: 0...3, using: &generator) {
            middlewares.append(Answers(context: draw(0...1), handle: answers(0...1), io: answers(0...2)))
        }
        observersAtFirst = Int.random(in: 0...3, using: &generator)
        for _ in 0..<6 {
            var reactions: [Int: [Reaction]] = [:]
            for action in 0..<6 where Int.random(in: 0..<3, using: &generator) == 0 {
                let choice = Int.random(in: 0..<(observing ? 3 : 2), using: &generator)
                let other = Int.random(in: 0..<6, using: &generator)
                let kinds: [[Reaction]] = [
                    [.dispatch(other)], [.cancel(observer: other)], [.observe, .dispatch(other)],
                ]
                reactions[action] = kinds[choice]
            }
            observers.append(reactions)
        }
    }
}
