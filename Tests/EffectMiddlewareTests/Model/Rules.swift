// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexTestSupport

/// A policy of the model.
///
/// Times are in units.
struct ModelPolicy: Sendable {
    enum Mode: Sendable { case each, limited(Int), latest, first, keepingLatest }
    enum Use: Sendable { case on, during, forEach }

    struct Throttle: Sendable {
        var span: Int
        var keepsLatest: Bool
    }

    static let unit = Duration.seconds(1)

    var mode = Mode.each
    var isKeyed = false
    var debounce: Int?
    var throttle: Throttle?
    var retries = 0
    var delay = 0
    var timeout: Int?

    init() {}

    init(for use: Use, _ random: inout SeededGenerator) {
        func isChosen(_ random: inout SeededGenerator) -> Bool { Int.random(in: 0..<3, using: &random) == 0 }
        let modes: [Mode] =
            switch use {
            case .on: [.each, .limited(1), .limited(2), .latest, .first, .first, .keepingLatest]
            case .during: [.latest, .limited(1)]
            case .forEach: [.each, .limited(1), .limited(2)]
            }
        mode = modes.randomElement(using: &random) ?? .each
        isKeyed = use == .on && isChosen(&random)
        if isChosen(&random) { debounce = .random(in: 1...3, using: &random) }
        if use == .on, isChosen(&random) {
            throttle = Throttle(span: .random(in: 1...4, using: &random), keepsLatest: .random(using: &random))
        }
        if isChosen(&random) {
            retries = .random(in: 1...2, using: &random)
            delay = .random(in: 0...2, using: &random)
        }
        if isChosen(&random) { timeout = .random(in: 1...4, using: &random) }
    }

    func policy<Trigger>() -> EffectPolicy<Trigger> {
        var policy: EffectPolicy<Trigger> =
            switch mode {
            case .each: .each
            case .limited(1): .queued
            case .limited(let limit): .each(limit: limit)
            case .latest: .latest
            case .first: .first
            case .keepingLatest: .keepingLatest
            }
        if let debounce { policy = policy.debounced(for: Self.unit * debounce) }
        if let throttle { policy = policy.throttled(for: Self.unit * throttle.span, latest: throttle.keepsLatest) }
        if retries > 0 { policy = policy.retrying(retries, delay: .constant(Self.unit * delay)) }
        if let timeout { policy = policy.timeout(Self.unit * timeout) }
        return policy
    }
}

/// Rules with the same name, which share one policy.
struct ModelGroup: Sendable {
    var name: String
    var use = ModelPolicy.Use.on
    var policy: ModelPolicy
}

struct ModelRule: Sendable {
    var group: Int
    /// The depth of its elements: 0 for the desk, 1 for boards, 2 for cards.
    var level: Int
    var hasFinalAction: Bool
}

/// The rules of a program, in the order in which they act at each level.
struct ModelRules: Sendable {
    enum Item: Sendable {
        case rule(Int)
        /// Cancels what an action for this level names.
        case cancel
    }

    var groups: [ModelGroup] = []
    var rules: [ModelRule] = []
    var items: [[Item]] = [[], [], []]

    init(_ random: inout SeededGenerator) {
        for name in ["a", "b", "c"] { groups.append(ModelGroup(name: name, policy: ModelPolicy(for: .on, &random))) }
        groups.append(ModelGroup(name: "during", use: .during, policy: ModelPolicy(for: .during, &random)))
        groups.append(ModelGroup(name: "each", use: .forEach, policy: ModelPolicy(for: .forEach, &random)))
        for _ in 0..<5 {
            let (group, level) = (Int.random(in: 0..<3, using: &random), Int.random(in: -2...2, using: &random))
            add(group, max(level, 0), &random)
        }
        // At most one of each per level.
        for group in 3...4 {
            for level in 0...2 where Int.random(in: 0..<3, using: &random) == 0 { add(group, level, &random) }
        }
        for level in 0...2 {
            items[level].append(.cancel)
            items[level].shuffle(using: &random)
        }
    }

    private mutating func add(_ group: Int, _ level: Int, _ random: inout SeededGenerator) {
        items[level].append(.rule(rules.count))
        rules.append(ModelRule(group: group, level: level, hasFinalAction: .random(using: &random)))
    }

    func group(of rule: Int) -> ModelGroup { groups[rules[rule].group] }

    /// Returns the groups with rules at this level or below.
    func groups(from level: Int) -> [Int] {
        let names = items[level...].joined().compactMap {
            if case .rule(let rule) = $0 { rules[rule].group } else { nil }
        }
        return groups.indices.filter(names.contains)
    }

    /// Returns whether a key of the group can be cancelled at a level.
    func hasKeys(_ group: Int, at level: Int) -> Bool {
        groups[group].use != .on || groups[group].policy.isKeyed
    }
}
