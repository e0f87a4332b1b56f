// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

/// The keys that `forEach` starts and cancels when keys are moved, repeated or removed.
@Suite struct ForEachTests {
    private let world = VirtualWorld()

    @Test(arguments: 0..<(hasFewRounds ? 40 : 1_000)) func keysStartAndEndLikeASet(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let (begun, ended) = (Recorder<Int>(), Recorder<Int>())
        let effects = LabEffects().forEach(\.keys) { key, effect in
            begun.record(key)
            // Odd keys return immediately, and start again only after they were removed.
            if key % 2 == 0 { try await effect.sleep(for: .seconds(1_000)) }
        } ended: { end, key in
            if case .cancelled = end { ended.record(key) }
            return nil
        }
        let store = world.store(effects)
        var keys: [Int] = []
        for _ in 0..<12 {
            let (before, old) = (Set(keys), (begun.events.count, ended.events.count))
            keys = changed(keys, &random)
            store.dispatch(.keys(keys))
            world.settle()
            var seen = before
            #expect(Array(begun.events[old.0...]) == keys.filter { seen.insert($0).inserted }, "\(keys)")
            let gone = before.subtracting(keys).filter { $0 % 2 == 0 }
            #expect(ended.events[old.1...].sorted() == gone.sorted(), "\(keys)")
        }
    }

    /// Returns a list that differs by a few steps, or a new list.
    private func changed(_ old: [Int], _ random: inout SeededGenerator) -> [Int] {
        var keys = old
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let place = Int.random(in: 0...keys.count, using: &random)
            switch Int.random(in: 0...5, using: &random) {
            case 0...1: keys.insert(.random(in: 0...7, using: &random), at: place)
            case 2: if place < keys.count { keys.remove(at: place) }
            case 3: if place < keys.count { keys.append(keys.remove(at: place)) }
            case 4: keys.shuffle(using: &random)
            default: keys = (0..<Int.random(in: 0...8, using: &random)).map { _ in .random(in: 0...7, using: &random) }
            }
        }
        return keys
    }

    @Test(arguments: [0, 500, 999]) func addedOrRemovedKeyHashesNoOtherKeys(place: Int) {
        let hashes = Lock(0)
        let effects = EffectMiddleware<[CountedKey], [CountedKey], [CountedKey]>()
            .forEach({ $0 }, run: { _, effect in try await effect.sleep(for: .seconds(1_000)) })
        var keys = (0..<1_000).map { CountedKey($0, hashes: hashes) }
        let store = Store(
            initialState: keys,
            reducer: .reduce { $1 = $0 },
            middleware: effects,
            environment: world.environment
        )
        for _ in 0..<2 {
            let key = keys.remove(at: place)
            hashes.withLock { $0 = 0 }
            store.dispatch(keys)
            // A dictionary that loses a key hashes some of its neighbours.
            #expect((1...300).contains(hashes.withLock { $0 }))
            keys.insert(key, at: place)
            hashes.withLock { $0 = 0 }
            store.dispatch(keys)
            #expect((1...300).contains(hashes.withLock { $0 }))
        }
        hashes.withLock { $0 = 0 }
        store.dispatch(keys)
        #expect(hashes.withLock { $0 } == 0)
    }

    // If the first key of a long list is removed and another key is appended, every index has
    // another key.
    @Test(arguments: [0, 500, 999]) func replacedKeyHashesNoOtherKeys(index: Int) {
        let hashes = Lock(0)
        let effects = EffectMiddleware<[CountedKey], [CountedKey], [CountedKey]>()
            .forEach({ $0 }, run: { _, effect in try await effect.sleep(for: .seconds(1_000)) })
        var keys = (0..<1_000).map { CountedKey($0, hashes: hashes) }
        let store = Store(
            initialState: keys,
            reducer: .reduce { $1 = $0 },
            middleware: effects,
            environment: world.environment
        )
        for number in 1_000..<1_010 {
            keys.remove(at: index)
            keys.append(CountedKey(number, hashes: hashes))
            hashes.withLock { $0 = 0 }
            store.dispatch(keys)
            #expect((1...300).contains(hashes.withLock { $0 }))
        }
    }
}
