// SPDX-License-Identifier: MIT

import CatalogFeature
import CheckoutFeature
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
        #expect(test.state.windows[1]?.checkout.value?.basketCents == 3_390)
        test.send(2, .checkoutTapped)
        test.order(in: 2)
        #expect(test.state.windows.list.allSatisfy { $0.checkout.isEmpty })
        #expect(test.state.list.shown.map(\.basket) == [Basket([1: 1, 3: 1])])
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

    @Test func closedWindowGetsNoActions() throws {
        let shop = Shop()
        let test = try shop.launch()
        test.send(.opened)
        test.send(.closed(1))
        test.sendLate(.window(ElementIDAction(id: 1, action: .catalog(.opened(1)))))
        #expect(test.state.windows.list.map(\.id) == [2])
        test.send(.opened)
        #expect(test.state.windows.list.map(\.id) == [2, 3])
        test.finish()
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
            second.expect { OrderRow.rows($0.list, $0.outbox).count == 1 && $0.basket.isEmpty }
            second.send(.connected(true))
            second.advance(by: .seconds(2))
            second.expect { $0.list.shown.map(\.number) == [1] && $0.outbox.isEmpty }
            second.expect { $0.windows.list.map(\.id) == [1] }
            second.finish()
        }
    }
}
