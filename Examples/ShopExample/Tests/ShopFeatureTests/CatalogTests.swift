// SPDX-License-Identifier: MIT

import CatalogFeature
import RexCore
import RexNavigation
import RexTesting
import ShopModel
import Testing

@Suite struct CatalogTests {
    private let test = TestStore(initialState: Catalog(), feature: catalog, dependencies: ())

    @Test func doubleTapOpensOnePage() {
        test.send(.opened(3)) { $0.path.push(ProductPage(product: 3)) }
        test.send(.opened(3))
        test.finish()
    }

    @Test(arguments: [(2, 2), (100, 99)])
    func pageEndsWithItsProductAndItsCount(asked: Int, count: Int) {
        test.send(.opened(3)) { $0.path.push(ProductPage(product: 3)) }
        test.send(.page(.presented(1, .quantityChanged(asked)))) { catalog in
            catalog.path.update(1) { $0.count = count }
        }
        test.send(.page(.presented(1, .addTapped))) { $0.path.pop() }
        test.receive(.added(3, count: count))
        test.sendLate(.page(.presented(1, .addTapped)))
        test.finish()
    }
}
