// SPDX-License-Identifier: MIT

import Feature
import Foundation
import RexCore
import Synchronization

extension Workload {
    /// How long a call of `dispatch` takes while eight threads call it: the median, and the slowest ones.
    ///
    /// With fewer cores than threads, the slowest calls are those whose thread lost its core.
    static let latencies = [("W8 p50", 0.5), ("W8 p99", 0.99), ("W8 p99.9", 0.999)].map(latency)

    private static func latency(_ name: String, _ quantile: Double) -> Workload {
        Workload(
            name: name,
            work: "eight threads into one store, \(quantile * 100) % of the calls are faster",
            actions: 1_000,
            rounds: 21
        ) {
            let store = Store(initialState: 0, reducer: .counter)
            let byHand = CounterFloor<CounterAction, Int>(0, reduce: Reducer.counter.reduce)
            return Contest { count in
                for _ in 0..<count { store.dispatch(.increment) }
            } reference: { count in
                for _ in 0..<count { byHand.dispatch(.increment) }
            } times: {
                (
                    Self.quantile(quantile) { store.dispatch(.increment) },
                    Self.quantile(quantile) { byHand.dispatch(.increment) }
                )
            }
        }
    }

    /// Returns the nanoseconds in which a share of the calls of eight threads returns.
    private static func quantile(_ share: Double, of call: @escaping @Sendable () -> Void) -> Double {
        let (threads, calls) = (8, 20_000)
        let all = Mutex<[UInt64]>([])
        let done = DispatchGroup()
        for _ in 0..<threads {
            done.enter()
            Thread.detachNewThread {
                let times = (0..<calls).map { _ in
                    let begin = DispatchTime.now().uptimeNanoseconds
                    call()
                    return DispatchTime.now().uptimeNanoseconds - begin
                }
                all.withLock { $0 += times }
                done.leave()
            }
        }
        done.wait()
        let sorted = all.withLock { $0.sorted() }
        return Double(sorted[Int(Double(sorted.count) * share)])
    }
}
