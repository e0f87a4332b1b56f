// SPDX-License-Identifier: MIT

import ReachabilityMiddleware
import RexTestSupport
import Testing

/// Compares the link in use of random networks with the first usable link in the order of
/// preference.
@Suite struct NetworkSnapshotModelTests {
    private static func snapshot(_ random: inout SeededGenerator) -> NetworkSnapshot {
        func number(_ range: Range<Int32>) -> Int32 { .random(in: range, using: &random) }
        func list<Element>(_ count: Int32, _ make: () -> Element) -> [Element] {
            (0..<number(0..<count)).map { _ in make() }
        }
        func family() -> NetworkSnapshot.Family { number(0..<3) == 0 ? .ipv4 : .ipv6 }
        return NetworkSnapshot(
            links: list(6) {
                let index = number(0..<6)
                return .init(index: index, name: "link \(index) \(number(0..<100))", isUsable: number(0..<3) > 0)
            },
            addresses: list(5) { .init(family: family(), link: number(0..<6), isGlobal: number(0..<2) > 0) },
            routes: list(7) {
                .init(
                    family: family(),
                    destination: number(0..<3) > 0 ? .all : number(0..<2) > 0 ? .lowerHalf : .upperHalf,
                    isRejecting: number(0..<6) == 0,
                    metric: UInt32(number(0..<3)),
                    links: number(0..<2) > 0 ? list(4) { number(0..<6) } : [],
                    nexthop: number(0..<2) > 0 ? UInt32(number(1..<5)) : nil
                )
            },
            nexthops: list(5) {
                .init(
                    id: UInt32(number(1..<5)),
                    link: number(0..<2) > 0 ? number(0..<6) : nil,
                    members: list(3) { UInt32(number(1..<5)) }
                )
            }
        )
    }

    private static func firsts<Key: Hashable, Value>(_ values: [Value], by key: (Value) -> Key) -> [Key: Value] {
        Dictionary(values.map { (key($0), $0) }, uniquingKeysWith: { first, _ in first })
    }

    private static func linkInUse(of snapshot: NetworkSnapshot) -> NetworkSnapshot.Link? {
        let nexthops = firsts(snapshot.nexthops, by: \.id)
        let usable = firsts(snapshot.links.filter(\.isUsable), by: \.index)
        func isAddressed(_ link: Int32, _ family: NetworkSnapshot.Family) -> Bool {
            snapshot.addresses.contains(.init(family: family, link: link, isGlobal: true))
        }
        /// The first way of each destination; its link is nil if it rejects packets.
        var best: [String: (rank: [Int], link: NetworkSnapshot.Link?)] = [:]
        for family in NetworkSnapshot.Family.allCases {
            for destination in NetworkSnapshot.DefaultRoute.Destination.allCases {
                var ways: [(rank: [Int], link: NetworkSnapshot.Link?)] = []
                for route in snapshot.routes where route.family == family && route.destination == destination {
                    var links = route.links
                    if links.isEmpty, let id = route.nexthop, let nexthop = nexthops[id] {
                        links = ([nexthop] + nexthop.members.compactMap { nexthops[$0] }).compactMap(\.link)
                    }
                    let found = route.isRejecting ? [nil] : links.compactMap { usable[$0] }
                    for link in found {
                        let isSecond = link.map { !isAddressed($0.index, family) } ?? false
                        ways.append(([Int(route.metric), isSecond ? 1 : 0, ways.count], link))
                    }
                }
                // A rejecting route that is first in the list wins against all of its metric.
                let lowest = ways.map(\.rank[0]).min()
                let first = ways.first { $0.rank[0] == lowest }
                let linked = ways.filter { $0.link != nil }.min { $0.rank.lexicographicallyPrecedes($1.rank) }
                best["\(family) \(destination)"] = first?.link == nil ? first : linked
            }
        }
        for family in NetworkSnapshot.Family.allCases {
            let halves = [best["\(family) lowerHalf"], best["\(family) upperHalf"]]
            if halves.allSatisfy({ $0 != nil && $0?.link == nil }) { continue }
            if let link = best["\(family) all"]?.link { return link }
            if let link = halves[0]?.link, halves[1]?.link != nil { return link }
        }
        return nil
    }

    @Test func linkInUseIsTheFirstInTheOrderOfPreference() {
        var found = 0
        for seed in UInt64(0)..<5_000 {
            var random = SeededGenerator(seed: seed)
            let snapshot = Self.snapshot(&random)
            let expected = Self.linkInUse(of: snapshot)
            #expect(snapshot.linkInUse == expected, "seed \(seed)")
            let needsNexthops = snapshot.routes.contains { $0.nexthop != nil && $0.links == [] && !$0.isRejecting }
            #expect(snapshot.needsNexthops == needsNexthops, "seed \(seed)")
            found += expected == nil ? 0 : 1
            for kind in NetworkPath.Interface.allCases {
                let path = snapshot.path { name in name == expected?.name ? kind : .other }
                let way = NetworkPath(interface: kind, isExpensive: kind == .cellular)
                #expect(path == (expected == nil ? .offline : way), "seed \(seed)")
                #expect((path.interface != nil) == (expected != nil), "seed \(seed)")
            }
        }
        #expect((1_000..<4_000).contains(found))
    }
}
