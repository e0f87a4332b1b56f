// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
import RexNavigation
package import RexObservation
package import SwiftUI

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
package struct CheckoutView: View {
    let model: ObservableStore<CheckoutAction, Checkout>

    package init(model: ObservableStore<CheckoutAction, Checkout>) { self.model = model }

    package var body: some View {
        PresentationStackView(model.stack(\.steps, action: CheckoutAction.step)) {
            TextField("Address", text: model.binding(\.address) { .typed(address: $0) })
            Button("Next") { model.send(.next(from: nil)) }
        } destination: { step in
            if step.state == .delivery {
                Toggle("Express", isOn: model.binding(\.isExpress, send: CheckoutAction.expressChosen))
                Button("Next") { model.send(.next(from: model.steps.ids.last)) }
            } else {
                Text("\(model.cents) cents")
                Button("Order") { model.send(.orderTapped) }
            }
        }
    }
}
#endif
