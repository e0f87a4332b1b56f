// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
package import RexObservation
import ShopModel
package import SwiftUI

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
package struct CatalogView: View {
    let model: ObservableStore<CatalogAction, Catalog>

    package init(model: ObservableStore<CatalogAction, Catalog>) { self.model = model }

    package var body: some View {
        PresentationStackView(model.stack(\.path, action: CatalogAction.page)) {
            List {
                ForEach(Product.all) { product in Button(product.name) { model.send(.opened(product.id)) } }
            }
        } destination: { page in
            VStack {
                Button("\(page.count + 1)") { page.send(.quantityChanged(page.count + 1)) }
                Button("Add") { page.send(.addTapped) }
            }
        }
    }
}
#endif
