// SPDX-License-Identifier: MIT

import BridgeMiddleware
import Feature
import RexCore

/// Builds a feature of many parts, creates a store of it, and releases both.
extension Workload {
    static let building = [buildingBridges, buildingFeatures, buildingAppended]

    private static let buildingBridges = Workload(
        name: "B bridges",
        work: "a store of a middleware of 1,000 bridges",
        against: "ten stores with 100",
        actions: 1,
        counted: 10,
        excludesOtherThreads: true
    ) {
        oneAgainstTen(1_000) { size in
            { _ in
                var bridges = BridgeMiddleware<CounterAction, CounterAction, Int>()
                for _ in 0..<size {
                    bridges = bridges.bridge(\CounterAction.increment --> CounterAction.add(1))
                }
                _ = Store(initialState: 0, reducer: .counter, middleware: bridges)
            }
        }
    }

    private static let buildingFeatures = Workload(
        name: "B features",
        work: "a store of a feature of 1,000 lifted features",
        against: "ten stores with 100",
        actions: 1,
        counted: 10,
        excludesOtherThreads: true
    ) {
        let feature = Feature<Int, Int, Void>(adder).adding(IgnoringMiddleware())
        return oneAgainstTen(1_000) { size in
            { _ in
                let features = (0..<size).map { number in
                    feature.lift(case: FeatureAction.path(number), state: Totals.Place.of(number).path)
                }
                _ = Store(initialState: Totals(), feature: Feature.combine(features), dependencies: ())
            }
        }
    }

    private static let buildingAppended = Workload(
        name: "B appended",
        work: "a store of 1,000 lifted middlewares, appended one by one",
        against: "ten stores with 100",
        actions: 1,
        counted: 10,
        excludesOtherThreads: true
    ) {
        oneAgainstTen(1_000) { size in
            { _ in _ = Store(initialState: Totals(), reducer: .identity, middleware: middlewareOfFeatures(size)) }
        }
    }
}
