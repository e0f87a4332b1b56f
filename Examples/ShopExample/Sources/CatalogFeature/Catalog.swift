// SPDX-License-Identifier: MIT

import Prism
package import RexCore
package import RexNavigation
package import ShopModel

/// The first tab: a list of products, and a stack of their pages.
package struct Catalog: Codable, Sendable, Equatable {
    package var path = PresentationStack<ProductPage>()

    package init() {}
}

@Prism package enum CatalogAction: Codable, Sendable, Equatable {
    case opened(Product.ID)
    case page(PresentationAction<PageAction>)
    /// The result of a page, which the app adds to the basket.
    case added(Product.ID, count: Int)
}

/// The page of a product.
package struct ProductPage: Codable, Sendable, Equatable {
    package let product: Product.ID
    package var count = 1

    package init(product: Product.ID) { self.product = product }
}

@Prism package enum PageAction: Codable, Sendable, Equatable {
    case quantityChanged(Int), addTapped
}

package let catalog = Feature<CatalogAction, Catalog, Void>.combine {
    Feature { action, catalog in
        if let product = action.opened { catalog.path.push(ProductPage(product: product), from: nil) }
    }
    page.lift(
        .case(
            CatalogAction.prisms.page,
            stack: \.path,
            ends: .when(\.isAddTapped, state: { .added($0.product, count: $0.count) })
        )
    )
}

private let page = Feature<PageAction, ProductPage, Void> { action, page in
    if let count = action.quantityChanged { page.count = max(1, min(99, count)) }
}
