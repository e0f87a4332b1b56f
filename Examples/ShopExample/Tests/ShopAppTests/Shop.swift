// SPDX-License-Identifier: MIT

import CatalogFeature
import CheckoutFeature
import OrdersFeature
import OutboxMiddleware
import RexCore
import RexNavigation
import RexTesting
import ShopApp
import ShopModel

/// A simulated disk and server, which outlive the processes of the app.
struct Shop {
    let disk: TestStorage
    private let world: TestWorld
    private let server = Server()

    init(schedule: Schedule = .inOrder) {
        world = TestWorld(schedule: schedule)
        disk = TestStorage(in: world)
    }

    /// The dependencies of a new process.
    var dependencies: World {
        World(in: "shop", storage: disk) { [server] in
            await server.place($0)
        } pull: { [server] in
            await server.orders
        }
    }

    /// Starts the app without a network.
    func launch() throws -> TestStore<AppAction, AppState> {
        let dependencies = dependencies
        var state = try dependencies.load()
        state.isOnline = false
        return TestStore(
            initialState: state,
            feature: app,
            dependencies: dependencies,
            checks: .onlyWhatIsSaid,
            in: world
        )
    }
}

private actor Server {
    private(set) var orders: [Order] = []

    func place(_ order: Order) -> Order {
        if let known = orders.first(where: { $0.id == order.id }) { return known }
        var order = order
        order.receipt = orders.count + 1
        orders.append(order)
        return order
    }
}

extension TestStore<AppAction, AppState> {
    /// Sends an action of a window.
    func send(_ id: Window.ID, _ action: WindowAction) { send(.window(ElementIDAction(id: id, action: action))) }

    /// Puts a product into the basket.
    func put(_ product: Product.ID, in window: Window.ID) {
        send(window, .catalog(.opened(product)))
        guard let page = state.windows[window]?.catalog.path.ids.last else { return }
        send(window, .catalog(.page(.presented(page, .addTapped))))
        expect { $0.basket.counts[product] != nil }
    }

    /// Goes through the steps of an open sheet.
    func order(in window: Window.ID) {
        guard let sheet = state.windows[window]?.checkout.id else { return }
        send(window, .checkout(.presented(sheet, .typed(address: "Main Street 1"))))
        send(window, .checkout(.presented(sheet, .next(from: nil))))
        send(window, .checkout(.presented(sheet, .next(from: 1))))
        send(window, .checkout(.presented(sheet, .orderTapped)))
    }
}
