// SPDX-License-Identifier: MIT

import ReachabilityMiddleware
import Testing

@Suite struct NetworkSnapshotTests {
    @Test func nothingIsInUseWithoutARoute() {
        #expect(snapshot([]).linkInUse == nil)
        #expect(NetworkSnapshot().linkInUse == nil)
    }

    @Test func lowestMetricIsInUseWhateverTheOrder() {
        let routes = [route(200, [1]), route(50, [2]), route(100, [1])]
        #expect(snapshot(routes).linkInUse?.name == "two")
        #expect(snapshot(routes.reversed()).linkInUse?.name == "two")
    }

    @Test func routeOverAnUnusableLinkIsPassedOver() {
        #expect(snapshot([route(1, [9]), route(2, [1])]).linkInUse?.name == "one")
        #expect(snapshot([route(1, [9])]).linkInUse == nil)
    }

    @Test func routeOverALinkThatIsNotListedIsPassedOver() {
        #expect(snapshot([route(1, [77]), route(2, [1])]).linkInUse?.name == "one")
    }

    @Test func ipv4GoesBeforeIPv6WhateverTheMetric() {
        #expect(snapshot([route(1, [2], .ipv6), route(1000, [1])]).linkInUse?.name == "one")
    }

    @Test func ipv6IsInUseWhenNoIPv4RouteIsUsable() {
        #expect(snapshot([route(1024, [2], .ipv6)]).linkInUse?.name == "two")
        #expect(snapshot([route(1, [9]), route(1024, [2], .ipv6)]).linkInUse?.name == "two")
    }

    @Test func firstUsableHopOfAMultipathRouteIsInUse() {
        #expect(snapshot([route(1, [9, 2, 1])]).linkInUse?.name == "two")
        #expect(snapshot([route(1, [])]).linkInUse == nil)
    }

    @Test func ofEqualMetricsALinkWithAGlobalAddressOfTheFamilyGoesFirst() {
        let routes = [route(1024, [1], .ipv6), route(1024, [2], .ipv6)]
        #expect(snapshot(routes).linkInUse?.name == "one")
        let linkLocal = NetworkSnapshot.Address(family: .ipv6, link: 2, isGlobal: false)
        let otherFamily = NetworkSnapshot.Address(family: .ipv4, link: 2, isGlobal: true)
        #expect(snapshot(routes, [linkLocal, otherFamily]).linkInUse?.name == "one")
        let global = NetworkSnapshot.Address(family: .ipv6, link: 2, isGlobal: true)
        #expect(snapshot(routes, [linkLocal, global]).linkInUse?.name == "two")
    }

    @Test func anAddressNeverOutweighsAMetric() {
        let global = NetworkSnapshot.Address(family: .ipv4, link: 2, isGlobal: true)
        #expect(snapshot([route(1, [1]), route(2, [2])], [global]).linkInUse?.name == "one")
    }

    @Test(arguments: NetworkPath.Interface.allCases)
    func pathIsExpensiveOnlyOverAMobileNetwork(interface: NetworkPath.Interface) {
        let path = snapshot([route(1, [1])]).path { name in name == "one" ? interface : .other }
        #expect(path == NetworkPath(interface: interface, isExpensive: interface == .cellular))
    }

    @Test func pathWithoutALinkInUseIsOfflineAndAsksForNoKind() {
        let path = snapshot([]).path { _ in
            Issue.record("asked for the kind of a link that is not in use")
            return .wifi
        }
        #expect(path == .offline)
        #expect(!path.isSatisfied)
    }

    private func route(
        _ metric: UInt32,
        _ links: [Int32],
        _ family: NetworkSnapshot.Family = .ipv4
    ) -> NetworkSnapshot.DefaultRoute {
        NetworkSnapshot.DefaultRoute(family: family, metric: metric, links: links)
    }

    /// Links "one" and "two" are usable, "nine" is not.
    private func snapshot(
        _ routes: [NetworkSnapshot.DefaultRoute],
        _ addresses: [NetworkSnapshot.Address] = []
    ) -> NetworkSnapshot {
        NetworkSnapshot(
            links: [
                NetworkSnapshot.Link(index: 9, name: "nine", isUsable: false),
                NetworkSnapshot.Link(index: 1, name: "one", isUsable: true),
                NetworkSnapshot.Link(index: 2, name: "two", isUsable: true),
            ],
            addresses: addresses,
            routes: routes
        )
    }
}
