// SPDX-License-Identifier: MIT

import ReachabilityMiddleware
import Testing

@Suite struct NetworkSnapshotTests {
    @Test func noLinkIsInUseWithoutARoute() {
        #expect(snapshot([]).linkInUse == nil)
        #expect(NetworkSnapshot().linkInUse == nil)
    }

    @Test func lowestMetricIsInUseInAnyOrder() {
        let routes = [route(200, [1]), route(50, [2]), route(100, [1])]
        #expect(snapshot(routes).linkInUse?.name == "two")
        #expect(snapshot(routes.reversed()).linkInUse?.name == "two")
    }

    @Test func routeOverAnUnusableLinkIsSkipped() {
        #expect(snapshot([route(1, [9]), route(2, [1])]).linkInUse?.name == "one")
        #expect(snapshot([route(1, [9])]).linkInUse == nil)
    }

    @Test func routeOverAnUnlistedLinkIsSkipped() {
        #expect(snapshot([route(1, [77]), route(2, [1])]).linkInUse?.name == "one")
    }

    @Test func ipv4PrecedesIPv6WithAnyMetric() {
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

    @Test func linkWithAGlobalAddressPrecedesOthersOfTheSameMetric() {
        let routes = [route(1024, [1], .ipv6), route(1024, [2], .ipv6)]
        #expect(snapshot(routes).linkInUse?.name == "one")
        let linkLocal = NetworkSnapshot.Address(family: .ipv6, link: 2, isGlobal: false)
        let otherFamily = NetworkSnapshot.Address(family: .ipv4, link: 2, isGlobal: true)
        #expect(snapshot(routes, [linkLocal, otherFamily]).linkInUse?.name == "one")
        let global = NetworkSnapshot.Address(family: .ipv6, link: 2, isGlobal: true)
        #expect(snapshot(routes, [linkLocal, global]).linkInUse?.name == "two")
    }

    @Test func metricPrecedesAddress() {
        let global = NetworkSnapshot.Address(family: .ipv4, link: 2, isGlobal: true)
        #expect(snapshot([route(1, [1]), route(2, [2])], [global]).linkInUse?.name == "one")
    }

    @Test(arguments: NetworkPath.Interface.allCases)
    func pathIsExpensiveOnlyOverACellularNetwork(interface: NetworkPath.Interface) {
        let path = snapshot([route(1, [1])]).path { name in name == "one" ? interface : .other }
        #expect(path == NetworkPath(interface: interface, isExpensive: interface == .cellular))
    }

    @Test(arguments: [(1, "one"), (2, nil), (3, "two"), (4, nil), (5, nil), (6, nil)] as [(UInt32, String?)])
    func routeOverANexthopUsesTheLinksOfTheNexthop(id: UInt32, name: String?) {
        var over = snapshot([NetworkSnapshot.DefaultRoute(family: .ipv4, metric: 0, links: [], nexthop: id)])
        over.nexthops = [
            NetworkSnapshot.Nexthop(id: 1, link: 1), NetworkSnapshot.Nexthop(id: 2, link: 9),
            NetworkSnapshot.Nexthop(id: 3, members: [2, 6, 7]), NetworkSnapshot.Nexthop(id: 4),
            NetworkSnapshot.Nexthop(id: 5, members: [5, 2]), NetworkSnapshot.Nexthop(id: 7, link: 2),
        ]
        #expect(over.linkInUse?.name == name)
        #expect(over.needsNexthops)
        over.routes[0].links = [2]
        #expect(over.linkInUse?.name == "two")
        #expect(!over.needsNexthops)
    }

    @Test func rejectingRouteCountsByItsMetric() {
        let rejecting = NetworkSnapshot.DefaultRoute(family: .ipv4, isRejecting: true, metric: 5, links: [1])
        #expect(snapshot([rejecting, route(6, [1])]).linkInUse == nil)
        #expect(snapshot([rejecting, route(4, [1])]).linkInUse?.name == "one")
        #expect(snapshot([rejecting, route(4, [9])]).linkInUse == nil)
        #expect(snapshot([rejecting, route(6, [1]), route(9, [2], .ipv6)]).linkInUse?.name == "two")
        // With equal metrics, the order of the kernel's list decides.
        #expect(snapshot([rejecting, route(5, [1])]).linkInUse == nil)
        #expect(snapshot([route(5, [1]), rejecting]).linkInUse?.name == "one")
    }

    @Test func rejectingRouteNeedsNoNexthops() {
        let rejecting = NetworkSnapshot.DefaultRoute(family: .ipv4, isRejecting: true, metric: 5, links: [], nexthop: 1)
        #expect(!snapshot([rejecting]).needsNexthops)
    }

    @Test func routesToBothHalvesCountIfNoDefaultRouteIsUsable() {
        let lower = NetworkSnapshot.DefaultRoute(family: .ipv4, destination: .lowerHalf, metric: 5, links: [1])
        var upper = lower
        upper.destination = .upperHalf
        #expect(snapshot([lower]).linkInUse == nil)
        #expect(snapshot([upper]).linkInUse == nil)
        #expect(snapshot([upper, lower]).linkInUse?.name == "one")
        #expect(snapshot([upper, lower, route(9, [2])]).linkInUse?.name == "two")
        #expect(snapshot([upper, lower, route(1, [9])]).linkInUse?.name == "one")
        upper.links = [9]
        #expect(snapshot([upper, lower]).linkInUse == nil)
        upper.links = [2]
        #expect(snapshot([upper, lower]).linkInUse?.name == "one")
        upper.family = .ipv6
        #expect(snapshot([upper, lower]).linkInUse == nil)
    }

    @Test func rejectingRoutesToBothHalvesPrecedeADefaultRoute() {
        let halves = [NetworkSnapshot.DefaultRoute.Destination.lowerHalf, .upperHalf].map { destination in
            NetworkSnapshot.DefaultRoute(
                family: .ipv4,
                destination: destination,
                isRejecting: true,
                metric: 5,
                links: []
            )
        }
        #expect(snapshot(halves + [route(1, [1])]).linkInUse == nil)
        for half in halves { #expect(snapshot([half, route(1, [1])]).linkInUse?.name == "one") }
    }

    @Test func pathWithoutALinkInUseIsOfflineWithoutReadingAKind() {
        let path = snapshot([]).path { _ in
            Issue.record("read the kind of a link that is not in use")
            return .wifi
        }
        #expect(path == .offline)
        #expect(path.interface == nil)
    }

    private func route(
        _ metric: UInt32,
        _ links: [Int32],
        _ family: NetworkSnapshot.Family = .ipv4
    ) -> NetworkSnapshot.DefaultRoute {
        NetworkSnapshot.DefaultRoute(family: family, metric: metric, links: links)
    }

    /// Returns a snapshot whose links "one" and "two" are usable and whose link "nine" isn't.
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
