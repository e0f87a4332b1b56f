// SPDX-License-Identifier: MIT

import BridgeMiddleware
import Prism
package import RexCore
package import RexNavigation
package import ShopModel

/// A sheet with steps: the address, the delivery, the summary.
///
/// The steps change one draft, so they are only names. The root of the stack is the address.
package struct Checkout: Codable, Sendable, Equatable {
    package var steps = PresentationStack<CheckoutStep>()
    /// Its basket is an input, which the app keeps in step.
    package var draft: OrderDraft

    package init(basket: Basket) { draft = OrderDraft(basket: basket) }

    package var hasAddress: Bool { draft.address.contains { !$0.isWhitespace } }
}

package enum CheckoutStep: Codable, Sendable, Equatable {
    case delivery, summary
}

@Prism package enum CheckoutAction: Codable, Sendable, Equatable {
    case typed(address: String), expressChosen(Bool)
    /// The user goes on from the address, or from the step with this id.
    case next(from: PresentationID?)
    /// The user goes back.
    case step(PresentationAction<Never>)
    case orderTapped, cancelled
    /// The order is complete.
    case finished(OrderDraft)
}

package let checkout = Feature<CheckoutAction, Checkout, Void>.combine {
    Feature { action, checkout in
        switch action {
        case .typed(let address): checkout.draft.address = address
        case .expressChosen(let isExpress): checkout.draft.isExpress = isExpress
        case .next(let id): checkout.advance(from: id)
        case .step, .orderTapped, .cancelled, .finished: break
        }
    }
    // An ending is decided by the action alone. This one also depends on the state, and no later input overtakes it.
    Feature(
        middleware: BridgeMiddleware<CheckoutAction, CheckoutAction, Checkout>()
            .bridgeWithState { action, getState in action.isOrderTapped ? getState().result : nil }
    )
    Feature<Never, CheckoutStep, Void>.identity.lift(.case(CheckoutAction.prisms.step, stack: \.steps))
}

extension Checkout {
    fileprivate var result: CheckoutAction? {
        steps.last?.value == .summary && hasAddress ? .finished(draft) : nil
    }

    fileprivate mutating func advance(from id: PresentationID?) {
        guard hasAddress, steps.last?.value != .summary else { return }
        steps.push(steps.isEmpty ? .delivery : .summary, from: id)
    }
}
