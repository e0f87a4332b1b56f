// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// A container that RexCore doesn't know.
private struct OrderedTable<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private(set) var keys: [Key] = []
    private(set) var values: [Value] = []

    subscript(key: Key) -> Value? { index(of: key).map { values[$0] } }

    func index(of key: Key) -> Int? { keys.firstIndex(of: key) }

    mutating func insert(_ value: Value, for key: Key) {
        keys.append(key)
        values.append(value)
    }

    mutating func change(at index: Int, _ change: (inout Value) -> Void) { change(&values[index]) }
}

extension Lift where State: Sendable {
    fileprivate static func `case`<Key>(
        _ path: CasePath<GlobalAction, ElementIDAction<Key, Action>>,
        ordered: any WritableKeyPath<GlobalState, OrderedTable<Key, State>> & Sendable,
        absent: AbsentPart = .refuses
    ) -> Lift {
        Lift(
            case: path,
            parts: StateParts(
                ids: { $0[keyPath: ordered].keys },
                part: { key, whole in whole[keyPath: ordered][key] }
            ),
            absent: absent
        ) { key, whole, change in
            guard let index = whole[keyPath: ordered].index(of: key) else { return }
            whole[keyPath: ordered].change(at: index, change)
        }
    }

    /// A lens: the part is computed from the whole, and may be absent.
    fileprivate static func `case`(
        _ path: CasePath<GlobalAction, Action>,
        get: @escaping @Sendable (GlobalState) -> State?,
        set: @escaping @Sendable (inout GlobalState, State) -> Void
    ) -> Lift {
        Lift(case: path, part: get, named: "the view") { whole, change in
            guard var part = get(whole) else { return }
            change(&part)
            set(&whole, part)
        }
    }
}

@Suite struct OwnFormTests {
    private struct Shop: Sendable {
        var tables = OrderedTable<String, Part>()
        var count: Int?
    }

    private typealias App = Feature<FeatureAction, Shop, FeatureWorld>

    private let handled = Recorder<Int>()

    private func store(_ feature: App, _ shop: Shop) -> Store<FeatureAction, Shop> {
        Store(initialState: shop, feature: feature, dependencies: FeatureWorld(factor: 10))
    }

    private func shop(_ keys: String...) -> Shop {
        var shop = Shop()
        for (index, key) in keys.enumerated() { shop.tables.insert(Part(id: index, count: 1), for: key) }
        return shop
    }

    private func action(_ key: String) -> FeatureAction { .named(ElementIDAction(id: key, action: .add(2))) }

    @Test func featureIsLiftedToAnOwnContainer() {
        let feature: App = part(handled: handled)
            .lift(.case(FeatureAction.named, ordered: \.tables), dependencies: \.factor)
        let store = store(feature, shop("a", "b"))
        store.dispatch(action("b"))
        #expect(store.state.tables.values.map(\.count) == [1, 3])
        #expect(store.state.tables.values.map(\.answers) == [[], [30]])
        #expect(handled.events == [2])
    }

    @Test(arguments: [AbsentPart.refuses, .reachesParents])
    func absentPartIsRefusedOrReachesParents(_ absent: AbsentPart) {
        let reached = Recorder<FeatureAction>()
        let feature: App =
            part(handled: handled)
            .lift(.case(FeatureAction.named, ordered: \.tables, absent: absent), dependencies: \.factor)
            <> Feature { action, _ in reached.record(action) }
        let store = store(feature, shop("a"))
        store.dispatch(action("b"))
        #expect(reached.events == (absent == .refuses ? [] : [action("b")]))
        #expect(handled.events == [])
        #expect(feature.refuses(action("b"), in: shop("a")) == (absent == .refuses))
    }

    @Test func reducerAndMiddlewareAreLiftedToAnOwnContainer() {
        let part = part(handled: handled)
        let store = Store(
            initialState: shop("a", "b"),
            reducer: part.reducer.lift(.case(FeatureAction.named, ordered: \Shop.tables)),
            middleware: part.middleware(10).lift(.case(FeatureAction.named, ordered: \Shop.tables))
        )
        store.dispatch(action("a"))
        store.dispatch(action("c"))
        #expect(store.state.tables.values.map(\.count) == [3, 1])
        #expect(store.state.tables.values.map(\.answers) == [[30], []])
    }

    @Test func lensIsAForm() {
        let lens = Lift<FeatureAction, Shop, PartAction, Part>.case(
            FeatureAction.total,
            get: { $0.count.map { Part(count: $0) } },
            set: { $0.count = $1.count }
        )
        let feature: App = part(handled: handled).lift(lens, dependencies: \.factor)
        let store = store(feature, Shop(count: 4))
        store.dispatch(.total(.add(2)))
        #expect(store.state.count == 6)
        let empty = self.store(feature, Shop())
        empty.dispatch(.total(.add(2)))
        #expect(empty.state.count == nil)
        #expect(handled.events == [2])
    }

    @Test func placeOfAnEnumIsNotOpenedForOtherActions() {
        struct Place: Sendable {
            private var stored = FeatureScreen.part(Part(count: 1))
            private(set) var sets = 0
            var screen: FeatureScreen {
                get { stored }
                set { (stored, sets) = (newValue, sets + 1) }
            }
        }
        let reducer = part().reducer.lift(.case(FeatureAction.screen, in: FeatureScreen.part, of: \Place.screen))
        let store = Store(initialState: Place(), reducer: reducer)
        store.dispatch(.total(.add(1)))
        #expect(store.state.sets == 0)
        store.dispatch(.screen(.add(2)))
        #expect(store.state.sets == 1)
        #expect(store.state.screen == .part(Part(count: 3)))
    }

    @Test func appendingLiftsThroughBoth() {
        struct Mall: Sendable { var shop: Shop }
        let inner = Lift<FeatureAction, Shop, PartAction, Part>.case(FeatureAction.named, ordered: \.tables)
        let lift = inner.appending(.state(\Mall.shop))
        let store = Store(
            initialState: Mall(shop: shop("a", "b")),
            feature: part(handled: handled).lift(lift),
            dependencies: 10
        )
        store.dispatch(action("b"))
        store.dispatch(action("c"))
        #expect(store.state.shop.tables.values.map(\.answers) == [[], [30]])
        #expect(handled.events == [2])
    }
}
