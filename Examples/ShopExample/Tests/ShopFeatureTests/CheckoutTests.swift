// SPDX-License-Identifier: MIT

import CheckoutFeature
import RexCore
import RexNavigation
import RexTesting
import ShopModel
import Testing

@Suite struct CheckoutTests {
    private let test = TestStore(
        initialState: Checkout(basket: Basket([1: 1])),
        feature: checkout,
        dependencies: ()
    )

    @Test func stepsLeadToTheDraft() {
        test.send(.typed(address: "Main Street 1")) { $0.draft.address = "Main Street 1" }
        test.send(.next(from: nil)) { $0.steps.push(.delivery) }
        test.send(.expressChosen(true)) { $0.draft.isExpress = true }
        test.send(.next(from: 1)) { $0.steps.push(.summary) }
        // The second tap of a double tap comes from a step that is not on top.
        test.send(.next(from: 1))
        test.send(.orderTapped)
        var draft = OrderDraft(basket: Basket([1: 1]), address: "Main Street 1")
        draft.isExpress = true
        test.receive(.finished(draft))
        #expect(draft.cents == 990)
        test.finish()
    }

    @Test func eachStepNeedsAnAddress() {
        test.send(.next(from: nil))
        test.send(.typed(address: " ")) { $0.draft.address = " " }
        test.send(.next(from: nil))
        test.send(.typed(address: "Main Street 1")) { $0.draft.address = "Main Street 1" }
        test.send(.next(from: nil)) { $0.steps.push(.delivery) }
        test.send(.next(from: 1)) { $0.steps.push(.summary) }
        test.send(.typed(address: "")) { $0.draft.address = "" }
        test.send(.orderTapped)
        test.finish()
    }

    @Test func onlyTheLastStepOrders() {
        test.send(.typed(address: "Main Street 1")) { $0.draft.address = "Main Street 1" }
        test.send(.next(from: nil)) { $0.steps.push(.delivery) }
        test.send(.orderTapped)
        test.send(.next(from: 1)) { $0.steps.push(.summary) }
        test.send(.step(.dismissed(2))) { $0.steps.pop() }
        test.send(.orderTapped)
        test.finish()
    }
}
