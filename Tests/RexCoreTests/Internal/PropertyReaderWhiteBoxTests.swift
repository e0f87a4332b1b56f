// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

@testable import RexCore

private struct Person: Sendable {
    struct Name: Sendable {
        var first = "Ada", last = "Lovelace"
        var both: String { "\(first) \(last)" }
    }

    final class Home: Sendable {
        let street = "St James's Square"
    }

    let age: UInt8 = 36
    var name = Name()
    var observed = [1, 2] { didSet { observed.append(observed.count) } }
    let home = Home()
    var nickname: String? = "Countess"

    subscript(index: Int) -> Int { observed[index] }
}

@Suite struct PropertyReaderWhiteBoxTests {
    @Test func propertyOfAnyKindIsReadAsByItsKeyPath() {
        let person = Person()
        #expect(reader(of: \Person.age)(person) == 36)
        #expect(reader(of: \Person.name.last)(person) == "Lovelace")
        #expect(reader(of: \Person.name.both)(person) == "Ada Lovelace")
        #expect(reader(of: \Person.observed)(person) == [1, 2])
        #expect(reader(of: \Person.observed.count)(person) == 2)
        #expect(reader(of: \Person.home.street)(person) == "St James's Square")
        #expect(reader(of: \Person.nickname)(person) == "Countess")
        #expect(reader(of: \Person.nickname?.count)(person) == 8)
        #expect(reader(of: \Person[1])(person) == 2)
        #expect(reader(of: \Person.self)(person).nickname == "Countess")
        #expect(reader(of: \(Int, String).1)((1, "b")) == "b")
    }

    @Test func readValueIsReleasedOnce() {
        final class Part: Sendable {}
        weak var part: Part?
        do {
            let read = reader(of: \(Int, Part).1)
            var kept: Part?
            do {
                let state = (7, Part())
                (part, kept) = (state.1, read(state))
            }
            #expect(part != nil)
            #expect(kept === part)
        }
        #expect(part == nil)
    }
}
