// SPDX-License-Identifier: MIT

import AppLifecycleMiddleware
import BridgeMiddleware
import EffectMiddleware
import GatedMiddleware
import LoggerMiddleware
import OutboxMiddleware
import PersistenceMiddleware
import Prism
import PublisherMiddleware
import ReachabilityMiddleware
import RecorderMiddleware
import RequestMiddleware
import RexCore
import RexNavigation
import Wishes

@Prism enum ShopAction: Sendable {
    case typed(String), found([String]), opened(String)
    case wishes(WishAction), titles(RequestAction<String, [String]>), orders(OutboxAction<String, Bool>)
    case lifecycle(AppLifecycleAction), network(ReachabilityEvent)
    case publish(TypedRetainedPublisherAction<ShopAction, Shop>)
}

/// A shop for books: one state with a part of each product.
struct Shop: Sendable {
    var wishes = Wishes()
    var titles = Request<String, [String]>()
    var found: [String] = []
    var orders = Outbox<String>()
    var path = PresentationStack<String>()
    var lifecycle = AppLifecycle.initial
    var network = ReachabilityState.initial

    var isOnline: Bool { network.connectivity == .wired }
}

struct ShopWorld: Sendable {
    let recorder = Recorder<ShopAction, Shop>()
    let foundFile = StateFile<[String]>(at: "found", storage: .memory)
    let ordersFile = OutboxFile<String>(at: "orders", storage: .memory)
    let count: CountCopies = { title in title.count }
    let log: @Sendable (String) -> Void
}

let find = Feature<RequestAction<String, [String]>, Request<String, [String]>, ShopWorld>.request { word, _ in
    [word, word.uppercased()]
}

let shop = Feature<ShopAction, Shop, ShopWorld>.combine {
    Feature { action, shop in
        switch action {
        case .typed(let word): shop.titles.start(word)
        case .found(let titles): shop.found = titles
        case .opened(let title): shop.path.push(title, from: nil)
        case .wishes(.wished(let title)): shop.orders.add(title)
        default: break
        }
    }
    Feature(Reducer.lifecycle.lift(case: ShopAction.prisms.lifecycle, state: \.lifecycle))
    Feature(Reducer.reachability.lift(case: ShopAction.prisms.network, state: \.network))
    wishes.lift(case: ShopAction.prisms.wishes, state: \.wishes, dependencies: \.count)
    find.lift(case: ShopAction.prisms.titles, state: \.titles)
    Feature.outbox(case: ShopAction.prisms.orders, state: \.orders, while: \.isOnline, to: { $0.ordersFile }) {
        _,
        _,
        _ in
        true
    }
    Feature.saving(\.found, to: \.foundFile, now: \.lifecycle?.didEnterBackground)
    Feature(middleware: middlewares)
}

@Sendable private func middlewares(of world: ShopWorld) -> ComposedMiddleware<ShopAction, ShopAction, Shop> {
    .combine {
        AppLifecycleMiddleware(publisher: AlwaysActive()).lift(
            inputAction: { (_: ShopAction) in nil },
            outputAction: ShopAction.lifecycle,
            state: { (_: Shop) in }
        )
        ReachabilityMiddleware(
            ReachabilityMiddlewareDependencies(pathMonitor: .scripted([NetworkPath(interface: .wired)]))
        )
        .lift(case: ShopAction.prisms.network, state: \Shop.network)
        BridgeMiddleware<ShopAction, ShopAction, Shop>()
            .bridge(\ShopAction.lifecycle?.didBecomeActive --> ShopAction.network(.startMonitoring))
        EffectMiddleware<ShopAction, ShopAction, Shop>()
            .on(\.titles?.answered, .latest) { titles, effect in effect.send(.found(titles)) }
            .gated(state: \.isOnline)
        PublisherMiddleware(\ShopAction.publish)
        LoggerMiddleware<ShopAction, ShopAction, Shop>(
            actionTransform: .actionNameOnly,
            stateDiffTransform: .none,
            time: .none,
            printer: .custom(world.log)
        )
        world.recorder.middleware
    }
}

private struct AlwaysActive: AppLifecyclePublisher {
    func subscribe(_ receiver: AppLifecycleReceiver) -> @Sendable () -> Void {
        receiver.send(.willEnterForeground)
        receiver.send(.didBecomeActive)
        return {}
    }
}
