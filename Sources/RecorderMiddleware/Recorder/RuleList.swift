// SPDX-License-Identifier: MIT

import RexCore

/// The rules that middlewares have declared: of each store that lives its rules, and of all
/// others how often each rule came up, so that stores leave nothing behind but rules that nobody
/// else had.
struct RuleList {
    private var living: [Int: @Sendable () -> [CountedRule]] = [:]
    private var lastStore = 0
    private var past: [ActionSource.Step: Int] = [:]
    /// The rules of stores that are gone, in the order in which they were learnt.
    private var order: [ActionSource.Step] = []

    /// Learns the rules of a store; returns its number here.
    mutating func add(_ rules: @escaping @Sendable () -> [CountedRule]) -> Int {
        lastStore += 1
        living[lastStore] = rules
        return lastStore
    }

    /// Lets go of a store that ends, with what its rules say then.
    mutating func end(_ store: Int, _ rules: [CountedRule]) {
        living[store] = nil
        for counted in rules {
            if past[counted.rule] == nil { order.append(counted.rule) }
            past[counted.rule, default: 0] += counted.count
        }
    }

    /// Returns the rules of all stores; to be called without a lock.
    var all: () -> [CountedRule] {
        let gone = order.map { CountedRule($0, count: past[$0] ?? 0) }
        let living = living.sorted { $0.key < $1.key }.map(\.value)
        return { gone + living.flatMap { $0() } }
    }
}
