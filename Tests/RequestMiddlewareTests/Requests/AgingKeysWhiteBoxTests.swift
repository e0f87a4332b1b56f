// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

@testable import RequestMiddleware

@Suite struct AgingKeysWhiteBoxTests {
    /// A simple list of keys, oldest first.
    private struct List {
        var keys: [(key: Int, number: Int)] = []
        var last = 0

        mutating func insert(_ key: Int) {
            remove(key)
            last += 1
            keys.append((key, last))
        }

        mutating func remove(_ key: Int) { keys.removeAll { $0.key == key } }

        mutating func removeAll(upTo number: Int) -> [Int] {
            defer { keys.removeAll { $0.number <= number } }
            return keys.filter { $0.number <= number }.map(\.key)
        }
    }

    private let hashes = Lock(0)

    private func count(_ body: () -> Void) -> Int {
        hashes.withLock { $0 = 0 }
        body()
        return hashes.withLock { $0 }
    }

    @Test(arguments: 0..<(hasFewRounds ? 200 : 5_000)) func keysAgeLikeAList(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var (keys, list) = (AgingKeys<Int>(.fresh), List())
        let range = 0..<Int.random(in: 1...40, using: &random)
        for _ in 0..<200 {
            let key = Int.random(in: range, using: &random)
            switch Int.random(in: 0...7, using: &random) {
            case 0...4:
                keys.insert(key)
                list.insert(key)
            case 5...6:
                keys.remove(key)
                list.remove(key)
            default:
                let number = max(0, list.last - Int.random(in: 0...40, using: &random))
                #expect(keys.removeAll(upTo: number) == list.removeAll(upTo: number))
            }
            #expect(keys.last == list.last)
            #expect((keys.timer == nil) == list.keys.isEmpty)
            #expect(keys.order.count <= 2 * list.keys.count + 16)
        }
        #expect(keys.removeAll(upTo: list.last) == list.removeAll(upTo: list.last))
        #expect(keys.order.count <= 16)
    }

    @Test func agingDoesNotVisitKeysThatAreNotDue() {
        let count = 100_000
        var keys = AgingKeys<CountedKey>(.unneeded)
        for value in 0..<count { keys.insert(CountedKey(value, hashes: hashes)) }
        var due: [Int] = []
        #expect(self.count { due = keys.removeAll(upTo: 0).map(\.value) } == 0)
        #expect(due.isEmpty)
        // Removing a key from a dictionary hashes some of its neighbours.
        #expect((1...200).contains(self.count { due = keys.removeAll(upTo: 1).map(\.value) }))
        #expect(due == [0])
        // One by one, so that the order is compacted repeatedly.
        let all = self.count {
            for number in 2...count { due += keys.removeAll(upTo: number).map(\.value) }
        }
        #expect(due == Array(0..<count))
        #expect(all <= 10 * count)
        #expect(keys.timer == nil)
    }

    @Test func repeatedInsertionHasAConstantCost() {
        let count = 100_000
        var keys = AgingKeys<CountedKey>(.unneeded)
        for value in 0..<100 { keys.insert(CountedKey(value, hashes: hashes)) }
        let all = self.count {
            for value in 0..<count { keys.insert(CountedKey(value % 100, hashes: hashes)) }
        }
        #expect(all <= 10 * count)
        #expect(keys.order.count <= 216)
        #expect(keys.removeAll(upTo: count).isEmpty)
        #expect(keys.removeAll(upTo: count + 100).map(\.value) == Array(0..<100))
    }
}
