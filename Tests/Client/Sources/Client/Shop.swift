// SPDX-License-Identifier: MIT

import Prism
import RexCore
import Wishes

@Prism enum ShopAction: Sendable {
    case wishes(WishAction)
    case closed
}

struct Shop: Sendable {
    var wishes = Wishes()
}

struct World: Sendable {
    var count: CountCopies
}

/// Returns the number of copies of a wish, after the middleware of the other module has answered.
func copiesOfAWish() async -> Int? {
    let shop = Store(
        initialState: Shop(),
        feature: wishes.lift(case: ShopAction.prisms.wishes, state: \Shop.wishes, dependencies: \World.count),
        dependencies: World { title in title.count }
    )
    shop.dispatch(.wishes(.wished(title: "Emma")))
    let copies = shop.mapState(\.wishes.copies["Emma"]).states
    for await copies in copies where copies != nil { return copies }
    return nil
}
