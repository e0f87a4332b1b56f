// SPDX-License-Identifier: MIT

import BridgeMiddleware
import Feature
import RexCore

extension Workload {
    static let features = Workload(name: "W4", work: "64 features lifted by case, one matching") {
        let store = storeOfFeatures(64)
        let answers: [(Int) -> FeatureAction?] = (0..<64).map { _ in { _ in nil } }
        let adders = (0..<64).map { Totals.Place.of($0).add }
        let floor = QueueFloor<FeatureAction, Totals>(
            Totals(),
            answer: { action in answers[action.caseIndex](action.amount) },
            reduce: { action, totals in adders[action.caseIndex](action.amount, &totals) }
        )
        return Contest {
            for _ in 0..<$0 { store.dispatch(FeatureAction(caseIndex: 42, amount: 1)) }
        } reference: {
            for _ in 0..<$0 { floor.dispatch(FeatureAction(caseIndex: 42, amount: 1)) }
        }
    }

    static let featuresByFunction = Workload(name: "W4b", work: "64 features lifted by functions, one matching") {
        let store = storeOfFeaturesByFunction(64)
        let answers: [(FeatureAction) -> FeatureAction?] = (0..<64).map { number in
            { action in action.amount(ifIn: number).flatMap { _ in nil } }
        }
        let adders: [(FeatureAction, inout Totals) -> Void] = (0..<64).map { number in
            let add = Totals.Place.of(number).add
            return { action, totals in
                if let amount = action.amount(ifIn: number) { add(amount, &totals) }
            }
        }
        let floor = QueueFloor<FeatureAction, Totals>(
            Totals(),
            answer: { action in first(of: answers, to: action) },
            reduce: { action, totals in for add in adders { add(action, &totals) } }
        )
        return Contest {
            for _ in 0..<$0 { store.dispatch(FeatureAction(caseIndex: 42, amount: 1)) }
        } reference: {
            for _ in 0..<$0 { floor.dispatch(FeatureAction(caseIndex: 42, amount: 1)) }
        }
    }

    /// Shows that a middleware costs the same when a reader creates it.
    static let featuresOfReaders = Workload(
        name: "W4 readers",
        work: "64 features created and lifted by readers, one matching",
        against: "without readers"
    ) {
        let (store, direct) = (storeOfFeatures(64, middleware: middlewareOfReaders(64)), storeOfFeatures(64))
        return Contest {
            for _ in 0..<$0 { store.dispatch(FeatureAction(caseIndex: 42, amount: 1)) }
        } reference: {
            for _ in 0..<$0 { direct.dispatch(FeatureAction(caseIndex: 42, amount: 1)) }
        }
    }

    /// Shows that the cost of an action does not depend on the number of features.
    static let numbersOfFeatures = [10, 100, 1_000].map { number in
        Workload(name: "W9 \(number)", work: "\(number) features lifted by case, one matching", against: "one feature")
        {
            let (store, small) = (storeOfFeatures(number), storeOfFeatures(1))
            return Contest {
                for _ in 0..<$0 { store.dispatch(FeatureAction(caseIndex: number / 2, amount: 1)) }
            } reference: {
                for _ in 0..<$0 { small.dispatch(FeatureAction(caseIndex: 0, amount: 1)) }
            }
        }
    }
}

extension Workload {
    /// Shows that a feature costs the same as its reducer and its middleware alone.
    static let bridgeOfFeature = Workload(
        name: "W3 feature",
        work: "a bridge of a feature answers each action; both actions",
        against: "the same without a feature"
    ) {
        typealias Bridges = BridgeMiddleware<CounterAction, CounterAction, Int>
        let bridges = Bridges().bridge(\CounterAction.increment --> CounterAction.add(1))
        let feature = Feature<CounterAction, Int, Void>(.counter).adding(bridges)
        let store = Store(initialState: 0, feature: feature, dependencies: ())
        let direct = Store(initialState: 0, reducer: .counter, middleware: bridges)
        return Contest {
            for _ in 0..<$0 { store.dispatch(.increment) }
        } reference: {
            for _ in 0..<$0 { direct.dispatch(.increment) }
        }
    }

    /// Shows that lifted features cost the same as lifted reducers and middlewares.
    static let liftedFeatures = [("W4 features", 64), ("W9 features", 1_000)].map { name, number in
        Workload(
            name: name,
            work: "\(number) values `Feature` lifted by case, one matching",
            against: "reducers and middlewares"
        ) {
            let feature = Feature<Int, Int, Void>(adder).adding(IgnoringMiddleware())
            let features = (0..<number).map { number in
                feature.lift(case: FeatureAction.path(number), state: Totals.Place.of(number).path)
            }
            let store = Store(initialState: Totals(), feature: Feature.combine(features), dependencies: ())
            let direct = storeOfFeatures(number)
            return Contest {
                for _ in 0..<$0 { store.dispatch(FeatureAction(caseIndex: number / 2, amount: 1)) }
            } reference: {
                for _ in 0..<$0 { direct.dispatch(FeatureAction(caseIndex: number / 2, amount: 1)) }
            }
        }
    }
}

let adder = Reducer<Int, Int>.reduce { amount, total in total += amount }

/// A store of features, each a reducer and a middleware.
private func storeOfFeatures(_ count: Int) -> Store<FeatureAction, Totals> {
    storeOfFeatures(count, middleware: middlewareOfFeatures(count))
}

private func storeOfFeatures(
    _ count: Int,
    middleware: sending ComposedMiddleware<FeatureAction, FeatureAction, Totals>
) -> Store<FeatureAction, Totals> {
    let reducers = (0..<count).map { number in
        adder.lift(case: FeatureAction.path(number), state: Totals.Place.of(number).path)
    }
    return Store(initialState: Totals(), reducer: .combine(reducers), middleware: middleware)
}

func middlewareOfFeatures(_ count: Int) -> ComposedMiddleware<FeatureAction, FeatureAction, Totals> {
    var middleware = ComposedMiddleware<FeatureAction, FeatureAction, Totals>()
    for number in 0..<count {
        middleware.append(
            middleware: IgnoringMiddleware<Int, Int>()
                .lift(case: FeatureAction.path(number), state: Totals.Place.of(number).get)
        )
    }
    return middleware
}

private func middlewareOfReaders(_ count: Int) -> ComposedMiddleware<FeatureAction, FeatureAction, Totals> {
    var reader = MiddlewareReader<Void, ComposedMiddleware<FeatureAction, FeatureAction, Totals>>.identity
    for number in 0..<count {
        reader =
            reader
            <> MiddlewareReader<Void, IgnoringMiddleware<Int, Int>> { IgnoringMiddleware() }.lift(
                case: FeatureAction.path(number),
                state: Totals.Place.of(number).get,
                dependencies: { _ in }
            )
    }
    return reader.inject(())
}

private func storeOfFeaturesByFunction(_ count: Int) -> Store<FeatureAction, Totals> {
    var middleware = ComposedMiddleware<FeatureAction, FeatureAction, Totals>()
    for number in 0..<count {
        middleware.append(
            middleware: IgnoringMiddleware<Int, Int>().lift(
                inputAction: { (action: FeatureAction) in action.amount(ifIn: number) },
                outputAction: { FeatureAction(caseIndex: number, amount: $0) },
                state: Totals.Place.of(number).get
            )
        )
    }
    let reducers = (0..<count).map { number in
        adder.lift(
            action: { (action: FeatureAction) in action.amount(ifIn: number) },
            state: Totals.Place.of(number).path
        )
    }
    return Store(initialState: Totals(), reducer: .combine(reducers), middleware: middleware)
}
