// SPDX-License-Identifier: MIT

import RexCore

/// A monoid of strings.
struct Joined: Monoid, Sendable {
    var value: String
    static let identity = Joined(value: "")
    static func append(_ lhs: Joined, _ rhs: Joined) -> Joined { Joined(value: lhs.value + rhs.value) }
}

/// Drops its left neighbour if the right one is short, so appending is not associative.
struct Forgetful: Monoid, Sendable {
    var value: String
    static let identity = Forgetful(value: "")
    static func append(_ lhs: Forgetful, _ rhs: Forgetful) -> Forgetful {
        rhs.value.count == 1 ? rhs : Forgetful(value: lhs.value + rhs.value)
    }
}

/// A monoid with a wrong identity.
struct Loud: Monoid, Sendable {
    var value: String
    static let identity = Loud(value: "!")
    static func append(_ lhs: Loud, _ rhs: Loud) -> Loud { Loud(value: lhs.value + rhs.value) }
}
