// SPDX-License-Identifier: MIT

import CheckoutFeature
import RexCore
import RexNavigation
import RexTesting
import ShopModel
import Testing

@Suite struct CheckoutTests {
    private let test = TestStore(initialState: Checkout(basketCents: 490), feature: checkout, dependencies: ())

    @Test func stepsLeadToTheDelivery() {
        test.send(.typed(address: "Main Street 1")) { $0.address = "Main Street 1" }
        test.send(.next(from: nil)) { $0.steps.push(.delivery) }
        test.send(.expressChosen(true)) { $0.isExpress = true }
        test.send(.next(from: 1)) { $0.steps.push(.summary) }
        // The second tap of a double tap comes from a step that is not on top.
        test.send(.next(from: 1))
        #expect(test.state.cents == 990)
        test.send(.orderTapped)
        test.receive(.finished(Delivery(address: "Main Street 1", isExpress: true)))
        test.finish()
    }

    @Test func addressIsNeeded() {
        test.send(.next(from: nil))
        test.finish()
    }

    @Test func onlyTheLastStepOrders() {
        test.send(.typed(address: "Main Street 1")) { $0.address = "Main Street 1" }
        test.send(.next(from: nil)) { $0.steps.push(.delivery) }
        test.send(.orderTapped)
        test.send(.next(from: 1)) { $0.steps.push(.summary) }
        test.send(.step(.dismissed(2))) { $0.steps.pop() }
        test.send(.orderTapped)
        test.finish()
    }
}
