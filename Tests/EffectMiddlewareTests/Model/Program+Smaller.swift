// SPDX-License-Identifier: MIT

extension Program {
    /// Returns a smaller program with the same result of `doesIt`.
    func smaller(_ doesIt: (Program) -> Bool) -> Program {
        var best = self
        var isSmaller = true
        while isSmaller {
            isSmaller = false
            for rules in best.rules.simpler {
                var other = best
                other.rules = rules
                guard doesIt(other) else { continue }
                (best, isSmaller) = (other, true)
                break
            }
            for index in best.moves.indices.reversed() {
                for moves in best.moves[index].simpler {
                    var other = best
                    other.moves.replaceSubrange(index...index, with: moves)
                    guard doesIt(other) else { continue }
                    (best, isSmaller) = (other, true)
                    break
                }
            }
        }
        return best
    }
}

extension ModelRules {
    fileprivate var simpler: [ModelRules] {
        var all: [ModelRules] = []
        func add(_ change: (inout ModelRules) -> Void) {
            var other = self
            change(&other)
            all.append(other)
        }
        for level in items.indices { for index in items[level].indices { add { $0.items[level].remove(at: index) } } }
        for rule in rules.indices where rules[rule].hasFinalAction { add { $0.rules[rule].hasFinalAction = false } }
        for group in groups.indices {
            let policy = groups[group].policy
            if policy.isKeyed { add { $0.groups[group].policy.isKeyed = false } }
            if policy.debounce != nil { add { $0.groups[group].policy.debounce = nil } }
            if policy.throttle != nil { add { $0.groups[group].policy.throttle = nil } }
            if policy.retries > 0 { add { $0.groups[group].policy.retries = 0 } }
            if policy.timeout != nil { add { $0.groups[group].policy.timeout = nil } }
        }
        return all
    }
}

extension Program.Timed {
    /// Removes the move or replaces it by a simpler one.
    fileprivate var simpler: [[Program.Timed]] {
        var all: [[Program.Timed]] = [[]]
        func add(_ change: (inout Program.Timed) -> Void) {
            var other = self
            change(&other)
            all.append([other])
        }
        if isLate { add { $0.isLate = false } }
        for move in move.simpler { add { $0.move = move } }
        return all
    }
}

extension Move {
    fileprivate var simpler: [Move] {
        var all: [Move] = []
        func add(_ change: (inout Move) -> Void) {
            var other = self
            change(&other)
            all.append(other)
        }
        if change != nil { add { $0.change = nil } }
        if cancel != nil { add { $0.cancel = nil } }
        if triggers.count > 1 { for rule in triggers { add { $0.triggers = [rule] } } }
        if !triggers.isEmpty { add { ($0.triggers, $0.script) = ([], nil) } }
        for script in script?.simpler ?? [] { add { $0.script = script } }
        for index in (batch ?? []).indices {
            add { $0.batch?.remove(at: index) }
            for move in batch?[index].simpler ?? [] { add { $0.batch?[index] = move } }
        }
        return all
    }
}

extension Script {
    fileprivate var simpler: [Script] {
        var all: [Script] = []
        func add(_ change: (inout Script) -> Void) {
            var other = self
            change(&other)
            all.append(other)
        }
        if isStubborn { add { $0.isStubborn = false } }
        if failures > 0 { add { $0.failures = 0 } }
        for index in steps.indices {
            add { $0.steps.remove(at: index) }
            if !steps[index].answers.isEmpty { add { $0.steps[index].answers = [] } }
            for answer in steps[index].answers.indices {
                for move in steps[index].answers[answer].simpler { add { $0.steps[index].answers[answer] = move } }
            }
        }
        return all
    }
}

extension Program: CustomStringConvertible {
    var description: String {
        let groups = rules.groups.map { "group \($0.name): \($0.policy)" }
        let items = rules.items.enumerated().map { level, items in
            let names = items.map { item in
                switch item {
                case .cancel: "cancel"
                case .rule(let rule):
                    "\(rule): \(rules.group(of: rule).name)" + (rules.rules[rule].hasFinalAction ? " ended" : "")
                }
            }
            return "level \(level): " + names.joined(separator: ", ")
        }
        let moves = moves.map { "\($0.time)\($0.isLate ? " late" : "") \($0.move)" }
        return ((hasOneBoard ? ["one board"] : []) + groups + items + moves + ["end \(end)"]).joined(separator: "\n")
    }
}

extension ModelPolicy: CustomStringConvertible {
    var description: String {
        var text = "\(mode)"
        if isKeyed { text += " by key" }
        if let debounce { text += " debounced \(debounce)" }
        if let throttle { text += " throttled \(throttle.span) latest: \(throttle.keepsLatest)" }
        if retries > 0 { text += " retrying \(retries) after \(delay)" }
        if let timeout { text += " timeout \(timeout)" }
        return text
    }
}

extension Move: CustomStringConvertible {
    var description: String {
        var parts: [String] = []
        if !path.isEmpty { parts.append("at \(path)") }
        if let change { parts.append("\(change)") }
        if let script { parts.append("triggers \(triggers) key \(key) \(script)") }
        if let cancel {
            parts.append("cancel level \(cancel.level) group \(cancel.group ?? -1) key \(cancel.key ?? -1)")
        }
        if let batch { parts.append("batch \(batch)") }
        return parts.isEmpty ? "nothing" : parts.joined(separator: ", ")
    }
}

extension Script: CustomStringConvertible {
    var description: String {
        let steps = steps.map { "\($0.delay)" + ($0.answers.isEmpty ? "" : " -> \($0.answers)") }
        return "<\(name) rank \(rank / 1_000_000_000)\(isStubborn ? " stubborn" : "")"
            + "\(failures > 0 ? " fails \(failures)" : "") \(steps.joined(separator: "; "))>"
    }
}
