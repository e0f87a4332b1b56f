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
            routes: list(5) {
                .init(
                    family: family(),
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
        var ways: [(rank: [Int], link: NetworkSnapshot.Link)] = []
        for route in snapshot.routes {
            var links = route.links
            if links.isEmpty, let id = route.nexthop, let nexthop = nexthops[id] {
                links = ([nexthop] + nexthop.members.compactMap { nexthops[$0] }).compactMap(\.link)
            }
            for index in links {
                guard let link = usable[index] else { continue }
                let isAddressed = snapshot.addresses.contains(.init(family: route.family, link: index, isGlobal: true))
                let rank = [route.family == .ipv4 ? 0 : 1, Int(route.metric), isAddressed ? 0 : 1, ways.count]
                ways.append((rank, link))
            }
        }
        return ways.min { $0.rank.lexicographicallyPrecedes($1.rank) }?.link
    }

    @Test func linkInUseIsTheFirstInTheOrderOfPreference() {
        var found = 0
        for seed in UInt64(0)..<5_000 {
            var random = SeededGenerator(seed: seed)
            let snapshot = Self.snapshot(&random)
            let expected = Self.linkInUse(of: snapshot)
            #expect(snapshot.linkInUse == expected, "seed \(seed)")
            let needsNexthops = snapshot.routes.contains { $0.nexthop != nil && $0.links == [] }
            #expect(snapshot.needsNexthops == needsNexthops, "seed \(seed)")
            found += expected == nil ? 0 : 1
            for kind in NetworkPath.Interface.allCases {
                let path = snapshot.path { name in name == expected?.name ? kind : .other }
                let way = NetworkPath(interface: kind, isExpensive: kind == .cellular)
                #expect(path == (expected == nil ? .offline : way), "seed \(seed)")
                #expect(path.isSatisfied == (expected != nil), "seed \(seed)")
            }
        }
        #expect((1_000..<4_000).contains(found))
    }
}
