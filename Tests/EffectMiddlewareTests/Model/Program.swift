// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport

/// What a run does: it waits and says something, again and again.
struct Script: Sendable {
    var name: String
    var delays: [Int] = []
    /// Whether it waits on when it is cancelled.
    var isStubborn = false
    /// How many of its attempts fail at their end.
    var failures = 0

    init(_ name: String, _ random: inout SeededGenerator) {
        self.name = name
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            delays.append(.random(in: 1...2_000_000_000_000, using: &random))
        }
        isStubborn = .random(using: &random)
        failures = .random(in: 0...3, using: &random)
    }
}

/// One action of a program.
enum Move: Sendable {
    enum Cancelling: Sendable, CaseIterable { case nothing, before, behind }

    case trigger(rule: Int, key: Int, Script, cancelling: Cancelling)
    case element(ElementIDAction<Int, Script>)
    case cancelAll
    case cancelRule(Int)
    case cancelKey(rule: Int, Int)
    case setKey(Int?)
    case setKeys([Int])
    case setElements([Int])
    case said(String)

    var element: ElementIDAction<Int, Script>? { if case .element(let action) = self { action } else { nil } }
}

/// The rules that programs run with: the policy for the middleware, and in the words of the model.
struct ModelRule: Sendable {
    enum Mode: Sendable { case each, limited(Int), latest, first, keepingLatest }
    var mode: Mode
    var isKeyed = false
    var debounce: Int?
    var throttle: (span: Int, keepsLatest: Bool)?
    var retries = 0
    var delay = 0
    var timeout: Int?

    static let all: [ModelRule] = [
        ModelRule(mode: .each), ModelRule(mode: .limited(2)), ModelRule(mode: .latest), ModelRule(mode: .first),
        ModelRule(mode: .limited(1)), ModelRule(mode: .keepingLatest), ModelRule(mode: .latest, isKeyed: true),
        ModelRule(mode: .limited(1), isKeyed: true, debounce: second / 2),
        ModelRule(mode: .each, throttle: (second, true)),
        ModelRule(mode: .first, isKeyed: true, throttle: (2 * second, false)),
        ModelRule(mode: .latest, debounce: second), ModelRule(mode: .each, retries: 2, delay: second / 3),
        ModelRule(mode: .latest, timeout: 3 * second),
        ModelRule(
            mode: .keepingLatest,
            debounce: second / 2,
            throttle: (3 * second, true),
            retries: 1,
            timeout: second
        ),
    ]

    /// In nanoseconds, with a little more so that no two things happen at the same time.
    private static let second = 1_000_000_000_007

    var policy: EffectPolicy<Found> {
        var policy: EffectPolicy<Found> =
            switch mode {
            case .each: .each
            case .limited(1): .queued
            case .limited(let limit): .each(limit: limit)
            case .latest: .latest
            case .first: .first
            case .keepingLatest: .keepingLatest
            }
        if isKeyed { policy = policy.by(\.key) }
        if let debounce { policy = policy.debounced(for: .nanoseconds(debounce)) }
        if let throttle { policy = policy.throttled(for: .nanoseconds(throttle.span), latest: throttle.keepsLatest) }
        if retries > 0 { policy = policy.retrying(retries, delay: .constant(.nanoseconds(delay))) }
        if let timeout { policy = policy.timeout(.nanoseconds(timeout)) }
        return policy
    }
}

/// What a rule finds in a move.
struct Found: Sendable {
    let key: Int
    let script: Script
    let attempts: Recorder<Int>
}

/// Moves and the times at which they are made.
struct Program: Sendable {
    let seed: UInt64
    var moves: [(time: Int, move: Move)] = []
    var end = 0

    init(seed: UInt64) {
        self.seed = seed
        var random = SeededGenerator(seed: seed)
        let rules = (0..<3).map { _ in Int.random(in: ModelRule.all.indices, using: &random) }
        var time = 0
        for number in 0..<Int.random(in: 4...14, using: &random) {
            time += .random(in: 1...1_500_000_000_000, using: &random)
            let rule = rules.randomElement(using: &random) ?? 0
            let key = Int.random(in: 0...1, using: &random)
            let keys = (0..<4).filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
            let script = Script("\(number)", &random)
            let move: Move =
                switch Int.random(in: 0..<16, using: &random) {
                case 0: .cancelAll
                case 1: .cancelRule(rule)
                case 2: .cancelKey(rule: rule, key)
                case 3: .setKey(Bool.random(using: &random) ? key : nil)
                case 4: .setKeys(keys)
                case 5: .setElements(keys)
                case 6, 7: .element(ElementIDAction(id: key, action: script))
                default:
                    .trigger(
                        rule: rule,
                        key: key,
                        script,
                        cancelling: Int.random(in: 0..<4, using: &random) == 0
                            ? Move.Cancelling.allCases.randomElement(using: &random) ?? .nothing : .nothing
                    )
                }
            moves.append((time, move))
        }
        end = time + .random(in: 1...8_000_000_000_000, using: &random)
    }

    /// What a run does that the state has started for a key.
    static func script(_ rule: String, _ key: Int) -> Script {
        var random = SeededGenerator(seed: UInt64(key) &* 31 &+ UInt64(rule.utf8.count))
        return Script("\(rule) \(key)", &random)
    }
}
