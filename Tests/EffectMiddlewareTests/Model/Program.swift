// SPDX-License-Identifier: MIT

import RexTestSupport

/// Rules, and moves with their times.
struct Program: Sendable {
    struct Timed: Sendable {
        var time: Int
        /// Whether no sleeper has been woken since the previous move.
        var isLate: Bool
        var move: Move
    }

    let seed: UInt64
    var rules: ModelRules
    var moves: [Timed] = []
    var end = 0
    /// Whether the desk has an optional board in place of a collection.
    var hasOneBoard: Bool { seed % 4 == 3 }

    init(seed: UInt64) {
        self.seed = seed
        var random = SeededGenerator(seed: seed)
        rules = ModelRules(&random)
        var maker = MoveMaker(rules: rules, random: random)
        var time = 0
        for _ in 0..<maker.number(4...12) {
            time += [0, 0, 1, 1, 2, 3, 6][maker.number(0...6)]
            moves.append(Timed(time: time, isLate: maker.number(0...2) == 0, move: maker.topMove()))
        }
        end = time + maker.number(0...8)
    }

    /// Returns the script of a run that the state starts for a key.
    func script(_ rule: Int, _ path: [Int], _ key: Int) -> Script {
        let places = path + Array(repeating: 3, count: 2 - path.count)
        let number = ((rule * 4 + places[0]) * 4 + places[1]) * 8 + key + 1
        var maker = MoveMaker(rules: rules, random: SeededGenerator(seed: seed &* 8_191 &+ UInt64(number)))
        maker.changesState = false
        (maker.prefix, maker.firstRank) = ("\(number).", number * 100_000)
        let element = path.map { "\($0)" }.joined(separator: ".")
        let name = rules.group(of: rule).name
        return maker.script("\(name) \(key) at \(element)", endName: "\(name) \(key)", 0, depth: 1)
    }
}

/// Makes random moves.
///
/// A move can contain other moves as answers.
private struct MoveMaker {
    let rules: ModelRules
    var random: SeededGenerator
    var changesState = true
    /// The prefix of the names of its scripts.
    var prefix = ""
    var firstRank = 0
    private var count = 0

    /// Rules that are matched more often, so that many events affect them at once.
    private var favorites: [Int] = []

    init(rules: ModelRules, random: SeededGenerator) {
        (self.rules, self.random) = (rules, random)
        favorites = Array(onRules(to: 2).shuffled(using: &self.random).prefix(1))
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }

    private mutating func isOne(of number: Int) -> Bool { self.number(1...number) == 1 }

    mutating func topMove(depth: Int = 0) -> Move {
        guard depth < 2, isOne(of: 6) else { return move(depth: 0) }
        return Move(batch: (0..<number(2...5)).map { _ in topMove(depth: depth + 1) })
    }

    private mutating func move(depth: Int) -> Move {
        let level = max(number(-2...2), 0)
        var move = Move(path: (0..<level).map { _ in number(0...1) }, key: number(0...1))
        if !isOne(of: 4) {
            let rule = (isOne(of: 2) ? favorites : onRules(to: 2)).randomElement(using: &random) ?? 0
            while move.path.count < rules.rules[rule].level { move.path.append(number(0...1)) }
            move.triggers = [rule]
            let other = onRules(to: move.path.count).randomElement(using: &random) ?? rule
            if isOne(of: 5), other != rule { move.triggers.append(other) }
            count += 1
            move.script = script("\(prefix)\(count)", count * 16, depth: depth)
        }
        if changesState, move.triggers.isEmpty || isOne(of: 6) { move.change = change(at: move.path) }
        if isOne(of: 6) { move.cancel = cancel(to: move.path.count) }
        return move
    }

    private func onRules(to level: Int) -> [Int] {
        rules.rules.indices.filter { rules.group(of: $0).use == .on && rules.rules[$0].level <= level }
    }

    private mutating func change(at path: [Int]) -> Move.Change {
        let keys = (0..<3).filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
        switch number(0...2) {
        case 0: return .key(isOne(of: 3) ? nil : number(0...2))
        case 1 where path.count < 2: return .elements(keys.filter { $0 < 2 })
        default: return .keys(keys)
        }
    }

    private mutating func cancel(to level: Int) -> Move.Cancel {
        let level = number(0...level)
        guard !isOne(of: 3), let group = rules.groups(from: level).randomElement(using: &random) else {
            return Move.Cancel(level: level)
        }
        let hasKeys = rules.hasKeys(group, at: level)
        return Move.Cancel(level: level, group: group, key: hasKeys && isOne(of: 2) ? number(0...1) : nil)
    }

    mutating func script(_ name: String, endName: String = "", _ rank: Int, depth: Int) -> Script {
        var script = Script(name: name, endName: endName, rank: firstRank + rank + 1_000_000_000 * number(1...64))
        for _ in 0..<number(0...3) {
            var step = Script.Step(delay: [0, 0, 1, 1, 1, 2, 2, 3, 5][number(0...8)])
            if depth < 2, isOne(of: 5) { step.answers.append(move(depth: depth + 1)) }
            script.steps.append(step)
        }
        script.isStubborn = isOne(of: 3)
        script.failures = max(0, number(-4...2))
        return script
    }
}
