// SPDX-License-Identifier: MIT

import CatalogFeature
import CheckoutFeature
import Foundation
import OrdersFeature
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexNavigation
import RexTesting
import ShopApp
import ShopModel
import Testing

@Suite struct WindowTests {
    @Test func windowsHaveTheirOwnScreensAndShareTheBasket() throws {
        let shop = Shop()
        let test = try shop.launch()
        test.send(.opened)
        test.send(1, .selected(.orders))
        test.send(2, .catalog(.opened(3)))
        test.send(2, .catalog(.page(.presented(1, .addTapped))))
        #expect(test.state.windows.list.map(\.tab) == [.orders, .catalog])
        #expect(test.state.windows.list.map(\.catalog.path.count) == [0, 0])
        #expect(test.state.basket == Basket([3: 1]))
        test.finish()
    }

    @Test func openSheetFollowsTheBasketThatAnotherWindowChanges() throws {
        let shop = Shop()
        let test = try shop.launch()
        test.send(.opened)
        test.put(1, in: 1)
        test.send(1, .checkoutTapped)
        test.put(3, in: 2)
        #expect(test.state.windows[1]?.checkout.value?.draft.cents == 3_390)
        test.send(2, .checkoutTapped)
        test.order(in: 2)
        #expect(test.state.windows.list.allSatisfy { $0.checkout.isEmpty })
        #expect(test.state.purchases.shown.orders.map(\.draft.basket) == [Basket([1: 1, 3: 1])])
        test.sendLate(.window(ElementIDAction(id: 1, action: .checkout(.presented(1, .orderTapped)))))
        test.finish()
    }

    @Test func checkoutNeedsABasket() throws {
        let shop = Shop()
        let test = try shop.launch()
        test.send(1, .checkoutTapped)
        #expect(test.state.windows[1]?.checkout.isEmpty == true)
        test.finish()
    }

    @Test func closedWindowGetsNoActionsAndTheLastOneStays() throws {
        let shop = Shop()
        let test = try shop.launch()
        test.send(.opened)
        test.send(.closed(1))
        test.sendLate(.window(ElementIDAction(id: 1, action: .catalog(.opened(1)))))
        #expect(test.state.windows.list.map(\.id) == [2])
        test.send(.opened)
        #expect(test.state.windows.list.map(\.id) == [2, 3])
        test.send(.closed(3))
        test.send(.closed(2))
        #expect(test.state.windows.list.map(\.id) == [2])
        test.finish()
    }

    @Test func laterInputDoesNotOvertakeAnOrder() throws {
        let dependencies = World(storage: .memory)
        let store = Store(initialState: try dependencies.load(), feature: app, dependencies: dependencies)
        func send(_ action: WindowAction) { store.dispatch(.window(ElementIDAction(id: 1, action: action))) }
        store.dispatch(.connected(false))
        send(.catalog(.added(1, count: 1)))
        send(.checkoutTapped)
        for action in [.typed(address: "Main Street 1"), .next(from: nil), .next(from: 1)] as [CheckoutAction] {
            send(.checkout(.presented(1, action)))
        }
        send(.checkout(.presented(1, .orderTapped)))
        send(.checkout(.presented(1, .cancelled)))
        send(.catalog(.added(3, count: 1)))
        #expect(store.state.purchases.shown.orders.map(\.draft.basket) == [Basket([1: 1])])
        #expect(store.state.basket == Basket([3: 1]))
    }

    @Test func restoredSheetHasTheBasketOfAnotherFile() throws {
        let shop = Shop()
        let first = try shop.launch()
        first.put(1, in: 1)
        first.send(1, .checkoutTapped)
        first.advance(by: .seconds(1))
        // The basket is saved at once, the windows later.
        first.send(.orders(.filled(3, count: 1)))
        first.kill()
        #expect(try shop.dependencies.load().windows[1]?.checkout.value?.draft.cents == 3_390)
    }

    @Test(arguments: [false, true]) func appKnowsWhetherItsEndHasSaved(isDiskFull: Bool) throws {
        let disk = TestStorage()
        let dependencies = World(storage: disk)
        var store: AppStore? = Store(initialState: try dependencies.load(), feature: app, dependencies: dependencies)
        store?.dispatch(.opened)
        let last = try #require(store?.state)
        if isDiskFull { disk.failCalls(count: 100, with: ENOSPC) }
        store = nil
        disk.failCalls(count: 0, with: ENOSPC)
        #expect(try dependencies.hasSaved(last) == !isDiskFull)
    }

    @Test(.timeLimit(.minutes(1)), arguments: [false, true])
    func appKnowsWhetherACancellationIsSaved(isDiskFull: Bool) async throws {
        let disk = TestStorage()
        let dependencies = World(storage: disk)
        var store: AppStore? = Store(initialState: try dependencies.load(), feature: app, dependencies: dependencies)
        store?.dispatch(.connected(false))
        store?.dispatch(.orders(.filled(1, count: 1)))
        store?.dispatch(.orders(.placed(OrderDraft(basket: Basket([1: 1]), address: "Main Street 1"))))
        while try store?.state.outbox.entries.first?.phase != .waiting
            || dependencies.load().purchases.base != store?.state.purchases.base
        {
            try await Task.sleep(for: .milliseconds(10))
        }
        let id = try #require(store?.state.outbox.entries.first?.id)
        if isDiskFull { disk.failCalls(count: 1_000, with: ENOSPC) }
        store?.dispatch(.orders(.cancelTapped(id)))
        let last = try #require(store?.state)
        store = nil
        disk.failCalls(count: 0, with: ENOSPC)
        #expect(try dependencies.hasSaved(last) == !isDiskFull)
    }

    @Test func otherProductsStayInTheBasketOfAnOrder() throws {
        let shop = Shop()
        let test = try shop.launch()
        test.put(1, in: 1)
        test.send(.orders(.placed(OrderDraft(basket: Basket([1: 1]), address: "Main Street 1"))))
        test.put(1, in: 1)
        test.put(3, in: 1)
        test.send(.connected(true))
        test.expect { $0.purchases.base.orders.map(\.receipt) == [1] && $0.outbox.isEmpty }
        #expect(test.state.purchases.base.basket == Basket([1: 1, 3: 1]))
        test.finish()
    }

    @Test func crashLeavesAnOrderOrItsBasketAndNeverBoth() {
        exploreSchedules(200) { schedule in
            let shop = Shop(schedule: schedule)
            let first = try shop.launch()
            first.put(2, in: 1)
            first.send(1, .checkoutTapped)
            first.advance(by: .seconds(schedule.int(in: 0...1, "seconds before the order")))
            shop.disk.cutPower(after: schedule.int(in: 0...30, "calls before the crash"))
            first.order(in: 1)
            first.advance(by: .seconds(schedule.int(in: 0...1, "seconds after the order")))
            first.kill()

            let second = try shop.launch()
            second.expect { $0.isWhole }
            if second.state.basket.isEmpty {
                shop.disk.cutPower(after: schedule.int(in: 0...30, "calls before the second crash"))
                for order in second.state.purchases.shown.orders { second.send(.orders(.cancelTapped(order.id))) }
                second.expect { $0.isWhole }
            }
            second.kill()
            let third = try shop.launch()
            third.expect { $0.isWhole }
            third.finish()
        }
    }

    @Test func nothingThatWasOrderedIsLostOrSentTwice() {
        exploreSchedules(100) { schedule in
            let shop = Shop(schedule: schedule)
            let first = try shop.launch()
            first.put(2, in: 1)
            first.send(1, .checkoutTapped)
            first.order(in: 1)
            first.expect { $0.outbox.entries.allSatisfy { $0.phase == .waiting } && $0.outbox.count == 1 }
            first.advance(by: .seconds(1))
            shop.disk.cutPower(after: schedule.int(in: 0...20, "calls before the crash"))
            first.send(.connected(true))
            first.send(1, .selected(.catalog))
            first.advance(by: .seconds(1))
            first.kill()
            let second = try shop.launch()
            second.expect { $0.isWhole && $0.basket.isEmpty }
            second.send(.connected(true))
            second.advance(by: .seconds(2))
            second.expect { $0.purchases.shown.orders.map(\.receipt) == [1] && $0.outbox.isEmpty }
            second.expect { $0.windows.list.map(\.id) == [1] }
            second.finish()
        }
    }
}

extension AppState {
    /// Whether there is one order of one Earl Grey, or it is in the basket.
    fileprivate var isWhole: Bool {
        purchases.shown.orders.map(\.draft.basket) + [basket] == [Basket([2: 1]), Basket()]
            || purchases.shown.orders.isEmpty && basket == Basket([2: 1])
    }
}

extension World {
    /// Dependencies with a server that takes each order and has none.
    fileprivate init(storage: some Storage) {
        self.init(in: "shop", storage: storage) {
            $0
        } pull: {
            []
        }
    }
}
