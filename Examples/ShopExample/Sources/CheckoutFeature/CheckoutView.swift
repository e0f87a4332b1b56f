// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
import RexNavigation
package import RexObservation
import ShopModel
package import SwiftUI

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
package struct CheckoutView: View {
    let model: ObservableStore<CheckoutAction, Checkout>

    package init(model: ObservableStore<CheckoutAction, Checkout>) { self.model = model }

    package var body: some View {
        PresentationStackView(model.stack(\.steps, action: CheckoutAction.step)) {
            TextField("Address", text: model.binding(\.draft.address) { .typed(address: $0) })
            if model.hasAddress { Button("Next") { model.send(.next(from: nil)) } }
            Button("Cancel") { model.send(.cancelled) }
        } destination: { step in
            if step.state == .delivery {
                Toggle("Express", isOn: model.binding(\.draft.isExpress, send: CheckoutAction.expressChosen))
                Button("Next") { model.send(.next(from: model.steps.ids.last)) }
            } else {
                Text("\(model.draft.cents) cents")
                Button("Order") { model.send(.orderTapped) }
            }
        }
    }
}
#endif
