// SPDX-License-Identifier: MIT

import Foundation
import PublisherKit
import class RexCore.Lock
import RexTestSupport
import Testing

@Suite struct DemandTests {
    typealias Demand = Subscribers.Demand

    @Test func demandsAddUpAndUnlimitedStaysUnlimited() {
        #expect(Demand.max(2) + .max(3) == .max(5))
        #expect(Demand.max(2) + 3 == 5)
        #expect(Demand.unlimited + .max(1) == .unlimited)
        #expect(Demand.max(1) + .unlimited == .unlimited)
        #expect(Demand.unlimited - .max(1) == .unlimited)
        #expect(Demand.unlimited - .unlimited == .unlimited)
        #expect(Demand.max(3) - .max(1) == .max(2))
        #expect(Demand.max(3) - .unlimited == .none)
        #expect(Demand.max(3) * 2 == .max(6))
        #expect(Demand.unlimited * 0 == .unlimited)
    }

    @Test func demandChangesInPlace() {
        var demand = Demand.none
        demand += 3
        demand += .max(2)
        demand -= 1
        demand -= .max(1)
        demand *= 4
        #expect(demand == 12)
    }

    @Test func demandsAreComparable() {
        #expect(Demand.max(2) < .max(3))
        #expect(Demand.max(2) < .unlimited)
        #expect(!(Demand.unlimited < .unlimited))
        #expect(Demand.max(2) > 1 && 3 > Demand.max(2) && Demand.max(2) >= 2 && 2 <= Demand.max(2))
        #expect(Demand.max(0) == Demand.none && Demand.max(1) != 2 && 2 != Demand.max(1))
    }

    @Test func negativeNumbersAreSubtracted() {
        #expect(Demand.none != -1 && -1 != Demand.none && !(Demand.unlimited == -1))
        #expect(Demand.none > -1 && -1 < Demand.none && Demand.none >= -1 && -1 <= Demand.none)
        #expect(!(Demand.none < -1) && !(-1 > Demand.none) && !(Demand.none <= -1) && !(-1 >= Demand.none))
        #expect(Demand.max(1) - (-1) == 2)
        #expect(Demand.max(3) + (-1) == 2)
        #expect(Demand.max(3) + (-4) == Demand.none)
        #expect(Demand.max(0) - .min == .unlimited)
        var demand = Demand.unlimited
        demand += .min
        demand -= .min
        demand -= .max
        #expect(demand == .unlimited)
    }

    @Test func demandAboveTheLargestIntIsUnlimited() {
        let largest = Demand.max(.max)
        #expect(largest < .unlimited && largest == .max && Demand.unlimited > .max && Demand.unlimited != .max)
        #expect(largest * 2 == .unlimited)
        #expect(largest * 3 == .unlimited)
        #expect(largest + 1 == .unlimited)
        #expect(largest + largest == .unlimited)
        #expect(Demand.unlimited + .unlimited == .unlimited)
        #expect(largest * 1 == largest && largest * 0 == Demand.none)
        #expect(largest - 1 == Demand.max(.max - 1))
    }

    #if !canImport(Combine)
    @Test func demandIsEncodedAsANumber() throws {
        let demands = [Demand.max(3), .none, .unlimited]
        let json = try JSONEncoder().encode(demands)
        #expect(String(bytes: json, encoding: .utf8) == "[3,0,9223372036854775808]")
        #expect(try JSONDecoder().decode([Demand].self, from: json) == demands)
        #expect(throws: Oops.first) { try Demand.max(3).encode(to: RefusingEncoder()) }
    }

    private struct RefusingEncoder: Encoder, SingleValueEncodingContainer {
        var codingPath: [any CodingKey] { [] }
        var userInfo: [CodingUserInfoKey: Any] { [:] }

        func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
            preconditionFailure("A demand is not encoded as an object.")
        }
        func unkeyedContainer() -> any UnkeyedEncodingContainer {
            preconditionFailure("A demand is not encoded as a list.")
        }
        func singleValueContainer() -> any SingleValueEncodingContainer { self }
        func encodeNil() throws { throw Oops.first }
        func encode<Value: Encodable>(_ value: Value) throws { throw Oops.first }
    }
    #endif

    @Test func demandIsNeitherLessNorGreaterThanItsOwnNumber() {
        let two = Demand.max(2)
        #expect(!(2 < two) && !(2 > two) && !(two < 2) && !(two > 2) && 2 <= two && 2 >= two && two <= 2 && two >= 2)
        #expect(1 < two && !(1 > two) && !(3 <= two) && 3 > two && !(1 >= two))
    }

    @Test func demandDescribesItself() {
        #expect(Demand.max(3).max == 3)
        #expect(Demand.unlimited.max == nil)
        #expect([Demand.max(3), .unlimited].map(String.init(describing:)) == ["max(3)", "unlimited"])
    }

    #if !canImport(Combine)
    @Test func negativeDemandTrapsWithAReason() async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) { _ = Demand.max(-1) }
        expectMessage(
            of: result,
            contains: "A subscriber requested -1 values: a demand must be 0 or more."
        )
    }
    #endif
}
