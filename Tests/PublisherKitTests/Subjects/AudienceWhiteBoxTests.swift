// SPDX-License-Identifier: MIT

#if !canImport(Combine)
import Testing

@testable import PublisherKit

@Suite struct AudienceWhiteBoxTests {
    @Test func placesOfThoseWhoAreGoneAreFewerThanThoseInUse() {
        var audience = Audience<Int, Never>()
        func add() -> Int {
            let id = audience.newID()
            audience.add(Outlet(AnySubscriber<Int, Never>()), id: id)
            return id
        }
        let staying = (0..<10).map { _ in add() }
        for _ in 0..<1_000 {
            let id = add()
            let removed = audience.remove(id: id)
            #expect(removed != nil)
            #expect(audience.members.count <= 2 * staying.count + 2)
        }
        #expect(audience.outlets.count == staying.count)
    }
}
#endif
