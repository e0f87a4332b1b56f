// SPDX-License-Identifier: MIT

@testable import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

/// The comparison of the keys of `forEach` with the previous ones.
@Suite struct DifferingElementsWhiteBoxTests {
    @Test(arguments: 0..<(hasFewRounds ? 300 : 10_000)) func onlyDifferingElementsRemain(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let comparisons = Lock(0)
        let names = Int.random(in: 1...60, using: &random)
        let old = (0..<Int.random(in: 0...60, using: &random)).map { _ in
            ComparedKey(value: .random(in: 0..<names, using: &random), comparisons: comparisons)
        }
        var new = old
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            let index = Int.random(in: 0...new.count, using: &random)
            let key = ComparedKey(value: .random(in: 0..<names, using: &random), comparisons: comparisons)
            switch Int.random(in: 0...4, using: &random) {
            case 0: new.insert(key, at: index)
            case 1: if index < new.count { new.remove(at: index) }
            case 2: if index < new.count { new.append(new.remove(at: index)) }
            case 3: new.removeFirst(min(index, new.count))
            default: if Int.random(in: 0...3, using: &random) == 0 { new.shuffle(using: &random) }
            }
        }
        comparisons.withLock { $0 = 0 }
        let (onlyOld, onlyNew) = differingElements(old, new)
        #expect(comparisons.withLock { $0 } <= 12 * (old.count + new.count + 1))
        // The other keys are pairs.
        #expect(old.count - onlyOld.count == new.count - onlyNew.count)
        #expect(left(of: old, without: onlyOld) == left(of: new, without: onlyNew))
    }

    private func left(of keys: [ComparedKey], without others: [ComparedKey]) -> [Int: Int] {
        var counts: [Int: Int] = [:]
        for key in keys { counts[key.value, default: 0] += 1 }
        for key in others { counts[key.value, default: 0] -= 1 }
        return counts.filter { $0.value != 0 }
    }

    @Test(arguments: [0, 4_000, 7_999]) func replacedKeyLeavesOnlyItself(index: Int) {
        let comparisons = Lock(0)
        let old = (0..<8_000).map { ComparedKey(value: $0, comparisons: comparisons) }
        for isMoved in [false, true] {
            var new = old
            if isMoved { new.remove(at: index) }
            let key = ComparedKey(value: 10_000, comparisons: comparisons)
            if isMoved { new.append(key) } else { new[index] = key }
            comparisons.withLock { $0 = 0 }
            let (onlyOld, onlyNew) = differingElements(old, new)
            #expect(onlyOld.map(\.value) == [index])
            #expect(onlyNew.map(\.value) == [10_000])
            #expect(comparisons.withLock { $0 } < 8_100)
        }
    }

    @Test func allElementsOfDisjointListsRemain() {
        let comparisons = Lock(0)
        let old = (0..<1_000).map { ComparedKey(value: $0, comparisons: comparisons) }
        let new = (1_000..<2_000).map { ComparedKey(value: $0, comparisons: comparisons) }
        let (onlyOld, onlyNew) = differingElements(old, new)
        #expect(onlyOld == old && onlyNew == new)
        #expect(differingElements(old, []).old == old && differingElements([], new).new == new)
    }
}

/// A key that counts its comparisons in a shared counter.
private struct ComparedKey: Hashable, Sendable {
    let value: Int
    let comparisons: Lock<Int>

    static func == (lhs: ComparedKey, rhs: ComparedKey) -> Bool {
        lhs.comparisons.withLock { $0 += 1 }
        return lhs.value == rhs.value
    }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
