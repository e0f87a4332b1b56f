// SPDX-License-Identifier: MIT

import RexCore

/// The state of many features.
///
/// Each of them changes one number.
struct Totals: Sendable {
    var first = 0
    var second = 0
    var third = 0
    var fourth = 0

    /// The location of a feature's state: a function that reads it, one that adds to it, and a key path.
    struct Place: Sendable {
        let path: any WritableKeyPath<Totals, Int> & Sendable
        let get: @Sendable (Totals) -> Int
        let add: @Sendable (Int, inout Totals) -> Void

        static func of(_ feature: Int) -> Place { all[feature % all.count] }

        private static let all = [
            Place(path: \.first, get: \.first) { $1.first += $0 },
            Place(path: \.second, get: \.second) { $1.second += $0 },
            Place(path: \.third, get: \.third) { $1.third += $0 },
            Place(path: \.fourth, get: \.fourth) { $1.fourth += $0 },
        ]
    }
}
