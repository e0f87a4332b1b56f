// SPDX-License-Identifier: MIT

import EffectMiddleware
import Prism
package import RexCore
package import RexNavigation
package import ShopModel

/// A sheet with steps: the address, the delivery, the summary.
///
/// The steps change one draft, so they are only names. The root of the stack is the address.
package struct Checkout: Codable, Sendable, Equatable {
    package var steps = PresentationStack<CheckoutStep>()
    package var address = ""
    package var isExpress = false
    /// The price of the basket: an input, which the app keeps in step.
    package var basketCents: Int

    package init(basketCents: Int) { self.basketCents = basketCents }

    package var cents: Int { basketCents + (isExpress ? 500 : 0) }

    /// What the user has chosen, or nil before the last step.
    var delivery: Delivery? {
        steps.last?.value == .summary ? Delivery(address: address, isExpress: isExpress) : nil
    }
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
    case finished(Delivery)
}

package let checkout = Feature<CheckoutAction, Checkout, Void>.combine {
    Feature { action, checkout in
        switch action {
        case .typed(let address): checkout.address = address
        case .expressChosen(let isExpress): checkout.isExpress = isExpress
        case .next(let id): checkout.goOn(from: id)
        case .step, .orderTapped, .cancelled, .finished: break
        }
    } effects: { effects, _ in
        // An ending is decided by the action. This one also depends on the state.
        effects.on(\.isOrderTapped) { effect in
            if let delivery = effect.state.delivery { effect.send(.finished(delivery)) }
        }
    }
    Feature<Never, CheckoutStep, Void>.identity.lift(.case(CheckoutAction.prisms.step, stack: \.steps))
}

extension Checkout {
    fileprivate mutating func goOn(from id: PresentationID?) {
        switch id.flatMap({ steps[id: $0] }) {
        case nil: if !address.isEmpty { steps.push(.delivery, from: id) }
        case .delivery: steps.push(.summary, from: id)
        case .summary: break
        }
    }
}
