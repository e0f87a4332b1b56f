// SPDX-License-Identifier: MIT

import Foundation
import Prism
import RequestMiddleware
import RexCore

@Prism enum CacheAction: Sendable {
    case values(RequestsAction<Int, Int>)
    case other
    /// Restores all entries.
    case fill
}

struct CacheState: Sendable {
    var values = Requests<Int, Int>()
    var others = 0

    /// Creates a cache with the answers for `keys` keys.
    init(of keys: Int, areNeeded: Bool) {
        values.need(0..<keys)
        for key in 0..<keys { values.answer(key, key) }
        if !areNeeded { values.need([]) }
    }
}

extension Workload {
    static let caches = [hit, noneOfManyEntries, expiring(10_000), expiring(100_000), answering]

    private static func cache(
        _ state: CacheState,
        staleAfter: Duration? = nil,
        keptFor: Duration? = nil,
        policy: RequestPolicy = .immediate
    ) -> Store<CacheAction, CacheState> {
        let feature = Feature<CacheAction, CacheState, Void>.combine {
            Feature { [values = state.values] action, state in
                switch action {
                case .other: state.others += 1
                case .fill: state.values = values
                case .values: break
                }
            }
            Feature.requests(staleAfter: staleAfter, keptFor: keptFor, policy: policy) { (key: Int, _: Void) in key }
                .lift(case: CacheAction.prisms.values, state: \.values)
        }
        return Store(initialState: state, feature: feature, dependencies: ())
    }

    private static let hit = Workload(name: "Q1", work: "a needed key that has a fresh answer") {
        let state = CacheState(of: 1, areNeeded: true)
        let store = cache(state, staleAfter: .seconds(10_000), keptFor: .seconds(10_000))
        let byHand = CounterFloor<[Int], (needed: [Int], values: [Int: Int], asked: Int)>(([], [0: 0], 0)) {
            keys,
            state in
            if state.needed != keys { state.needed = keys }
            for key in keys where state.values[key] == nil { state.asked += 1 }
        }
        let (action, keys) = (CacheAction.values(.need([0])), [0])
        return Contest { count in
            for _ in 0..<count { store.dispatch(action) }
        } reference: { count in
            for _ in 0..<count { byHand.dispatch(keys) }
        }
    }

    private static let noneOfManyEntries = Workload(
        name: "Q2",
        work: "an action that changes none of 10,000 entries",
        against: "one of 1 entry"
    ) {
        func contestant(_ keys: Int) -> Store<CacheAction, CacheState> {
            let state = CacheState(of: keys, areNeeded: true)
            return cache(state, staleAfter: .seconds(10_000), keptFor: .seconds(10_000))
        }
        let (many, one) = (contestant(10_000), contestant(1))
        return Contest { count in
            for _ in 0..<count { many.dispatch(.other) }
        } reference: { count in
            for _ in 0..<count { one.dispatch(.other) }
        }
    }

    /// Each action removes the entry that has been unneeded for the longest time.
    private static func expiring(_ keys: Int) -> Workload {
        Workload(
            name: "Q3 \(keys)",
            work: "one of \(keys.formatted()) entries that expires",
            against: "one of 1,000",
            actions: keys,
            rounds: 11
        ) {
            let (many, few) = (
                cache(CacheState(of: keys, areNeeded: false)), cache(CacheState(of: 1_000, areNeeded: false))
            )
            func expire(_ count: Int, of keys: Int, in store: Store<CacheAction, CacheState>) {
                for first in stride(from: 0, to: count, by: keys) {
                    store.dispatch(.fill)
                    for number in 1...min(keys, count - first) {
                        store.dispatch(.values(.aged(.unneeded, upTo: number)))
                    }
                }
            }
            return Contest { count in
                expire(count, of: keys, in: many)
            } reference: { count in
                expire(count, of: 1_000, in: few)
            }
        }
    }

    /// Each action is the answer of a running request, whose run ends.
    ///
    /// Once all have answered, all are requested again. They run, but wait in a pause: starting a task takes more time
    /// than an answer.
    private static let answering = Workload(
        name: "Q4",
        work: "the answer of one of 8,000 running requests",
        against: "of 80",
        actions: 8_000,
        rounds: 51,
        counted: 8_000,
        excludesOtherThreads: true
    ) {
        func contestant(_ keys: Int) -> (_ count: Int) -> Void {
            let state = CacheState(of: keys, areNeeded: true)
            let store = cache(state, policy: .debounced(for: .seconds(10_000)))
            let all = Array(0..<keys)
            return { count in
                for number in 0..<count {
                    if number % keys == 0 { store.dispatch(.values(.invalidate(all))) }
                    let key = number * 7 % keys
                    store.dispatch(.values(.answered(key, key)))
                }
            }
        }
        return Contest(run: contestant(8_000), reference: contestant(80))
    }
}
