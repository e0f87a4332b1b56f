// SPDX-License-Identifier: MIT

import InspectorMiddleware
import ObservationTesting
import PublisherMiddleware
import PublisherTesting
import RexCore
import RexObservation
import RexTesting
import Synchronization
import Wishes

func check(_ name: String, _ isTrue: Bool) {
    precondition(isTrue, "\(name) does not behave as documented.")
    print("\(name): as documented")
}

let entries = Mutex<[String]>([])
let world = ShopWorld(log: { entry in entries.withLock { $0.append(entry) } })
let inspector = try Inspector(world.recorder, allowingReleaseBuilds: true)
let store = Store(
    initialState: Shop(orders: try world.ordersFile.load()),
    feature: shop,
    dependencies: world,
    executor: .mainQueue
)
let model = ObservableStore(store)

await store.settled()
check("AppLifecycleMiddleware", store.state.lifecycle == .foregroundActive)
check("BridgeMiddleware and ReachabilityMiddleware", model.network.connectivity == .wired)

model.send(.typed("sea"))
await store.settled()
check("RequestMiddleware", model.titles.output == ["sea", "SEA"])
check("EffectMiddleware and GatedMiddleware", model.found == ["sea", "SEA"])

model.send(.lifecycle(.didEnterBackground))
check("PersistenceMiddleware", try world.foundFile.load() == ["sea", "SEA"])

model.send(.wishes(.wished(title: "Emma")))
for await copies in store.mapState(\.wishes.copies["Emma"]).states where copies == 4 { break }
await store.settled()
check("OutboxMiddleware, and a feature of another module", model.orders.isEmpty && model.wishes.titles == ["Emma"])

for _ in 0..<2 {
    model.send(
        .publish(
            TypedRetainedPublisherAction { dispatch, _, cancellables, cleanup in
                Just("Emma").handleCleanup(cleanup).tap { dispatch(.opened($0)) }.store(in: &cancellables)
            }
        )
    )
}
check("PublisherMiddleware and RexNavigation", Array(model.path.map(\.value)) == ["Emma"])

var view = TestView(.stack, seed: 1)
for _ in 0..<10 {
    view.update(model.path.ids)
    view.step(withUser: false)
}
check("ObservationTesting", view.shown == model.path.ids)

let recording = world.recorder.recording()
check("RecorderMiddleware", recording.entries.count == entries.withLock(\.count))
check("InspectorMiddleware", inspector.url.hasPrefix("http://127.0.0.1:"))

let test = TestStore(initialState: .init(), feature: find, dependencies: world, checks: .onlyWhatIsSaid)
test.send(.start("sea"))
test.run()
test.expect { $0.output == ["sea", "SEA"] }
test.finish()
let scheduler = TestScheduler()
var ticks: [String] = []
let delayed = Just("tea").delay(for: .seconds(180), scheduler: scheduler).sink { ticks.append($0) }
scheduler.clock.advance(by: .seconds(180))
check("RexTesting and PublisherTesting", ticks == ["tea"])

var feature = FeatureAction.named(key: 1, .counter(.add(2)))
feature.named?.1.counter?.add? += 1
check("Prism in another module", feature.named?.1.counter?.add == 3 && feature.caseIndex == 1)
check("CaseIndexed", FeatureAction<Int>.caseCount == FeatureAction<Int>.prisms.last.caseIndex.map { $0 + 1 })
check("MiddlewareReader", countAnswers() == 2)
