// SPDX-License-Identifier: MIT

import RexCore

/// The rules that middlewares have registered.
///
/// For living stores these are functions. For ended stores only the counts are kept, and equal
/// rules are merged, so that memory is bounded.
struct RuleList {
    private var living: [(store: Int, rules: @Sendable () -> [CountedRule])] = []
    private var lastStore = 0
    private var past: [ActionSource.Step: Int] = [:]
    /// The rules of ended stores, in the order of registration.
    private var order: [ActionSource.Step] = []

    /// Adds the rules of a store, and returns its number in this list.
    mutating func add(_ rules: @escaping @Sendable () -> [CountedRule]) -> Int {
        lastStore += 1
        living.append((lastStore, rules))
        return lastStore
    }

    /// Removes a store that ends, and adds the final counts of its rules.
    mutating func end(_ store: Int, _ rules: [CountedRule]) {
        living.removeAll { $0.store == store }
        for counted in rules {
            if past[counted.rule] == nil { order.append(counted.rule) }
            past[counted.rule, default: 0] += counted.count
        }
    }

    /// Returns a function that reads the rules of all stores.
    ///
    /// Call it without a lock.
    var all: () -> [CountedRule] {
        let gone = order.map { CountedRule($0, count: past[$0] ?? 0) }
        return { [living] in gone + living.flatMap { $0.rules() } }
    }
}
