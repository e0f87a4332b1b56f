// SPDX-License-Identifier: MIT

@testable import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

/// Keys that record their last changes, and the comparison of other collections.
@Suite struct TrackedKeysWhiteBoxTests {
    // MARK: Tracked keys

    @Test(arguments: 0..<(hasFewRounds ? 100 : 2_000)) func readerFindsTheChangesSinceAnyVersion(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var versions = [(TrackedKeys<Int>(), [Int]())]
        var (reader, known) = (TrackedKeysReader<Int>(), [Int]())
        for _ in 0..<30 {
            // Usually the newest value changes. Sometimes an older one is restored.
            let isOld = Int.random(in: 0...5, using: &random) == 0
            var (keys, model) = versions[isOld ? Int.random(in: versions.indices, using: &random) : versions.count - 1]
            for _ in 0..<[0, 1, 1, 1, 2, 5, 40].randomElement(using: &random)! {
                let key = Int.random(in: 0...20, using: &random)
                if Bool.random(using: &random) {
                    keys.append(key)
                    if !model.contains(key) { model.append(key) }
                } else {
                    keys.remove(key)
                    model.removeAll { $0 == key }
                }
            }
            versions.append((keys, model))
            #expect(Array(keys) == model && keys.count == model.count && keys.isEmpty == model.isEmpty)
            #expect((0...20).allSatisfy { keys.contains($0) == model.contains($0) })
            let (removed, added) = reader.read(keys)
            #expect(added == model.filter { !known.contains($0) })
            #expect(Set(removed) == Set(known).subtracting(model) && removed.count == Set(removed).count)
            known = model
            #expect(reader.isSame(keys))
        }
    }

    @Test func removedKeysAreReturnedInInsertionOrder() {
        var (keys, reader) = (TrackedKeys<Int>(), TrackedKeysReader<Int>())
        for key in 0..<10 { keys.append(key) }
        #expect(reader.read(keys).added == Array(0..<10))
        for key in [7, 3, 5] { keys.remove(key) }
        #expect(reader.read(keys).removed == [3, 5, 7])
        #expect(reader.read(keys).removed.isEmpty)
    }

    @Test(arguments: [500, 8_000]) func changeHashesAFewKeysForAnyCount(count: Int) {
        for order in [Array(0..<count), (0..<count).reversed(), (0..<count).map { $0 * 7 % count }] {
            let hashes = Lock(0)
            let all = (0..<count).map { CountedKey($0, hashes: hashes) }
            var (keys, reader) = (TrackedKeys<CountedKey>(), TrackedKeysReader<CountedKey>())
            for key in all { keys.append(key) }
            #expect(reader.read(keys).added.count == count)
            for index in order {
                keys.remove(all[index])
                #expect(reader.read(keys).removed.map(\.value) == [index])
            }
            #expect(keys.isEmpty)
            #expect(hashes.withLock { $0 } < 40 * count)
        }
    }

    @Test func removedKeysAreReleased() {
        final class Object: Sendable {}
        struct Key: Hashable, Sendable {
            let object: Object
            static func == (lhs: Key, rhs: Key) -> Bool { lhs.object === rhs.object }
            func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
        }
        var keys = TrackedKeys<Key>()
        weak var gone: Object?
        do {
            let objects = (0..<100).map { _ in Object() }
            gone = objects[50]
            for object in objects { keys.append(Key(object: object)) }
            for object in objects { keys.remove(Key(object: object)) }
        }
        #expect(gone == nil)
    }

    // MARK: Other collections

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
