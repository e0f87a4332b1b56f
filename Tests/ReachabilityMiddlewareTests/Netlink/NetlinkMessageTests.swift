// SPDX-License-Identifier: MIT

#if os(Linux)

import ReachabilityMiddleware
import Testing

@Suite struct NetlinkMessageTests {
    @Test func linksOfARealDumpAreParsed() throws {
        let links = [
            NetworkSnapshot.Link(index: 1, name: "lo", isUsable: false),
            NetworkSnapshot.Link(index: 2, name: "a1", isUsable: true),
            NetworkSnapshot.Link(index: 3, name: "a0", isUsable: true),
            NetworkSnapshot.Link(index: 4, name: "b1", isUsable: false),
            NetworkSnapshot.Link(index: 5, name: "b0", isUsable: false),
            NetworkSnapshot.Link(index: 6, name: "t0", isUsable: false),
        ]
        #expect(try contents(of: CapturedDumps.links) == links.map(NetlinkMessage.Content.link) + [.done(0)])
    }

    @Test func addressesOfARealDumpAreParsed() throws {
        let addresses = [
            NetworkSnapshot.Address(family: .ipv4, link: 1, isGlobal: false),
            NetworkSnapshot.Address(family: .ipv4, link: 2, isGlobal: true),
            NetworkSnapshot.Address(family: .ipv4, link: 3, isGlobal: true),
            NetworkSnapshot.Address(family: .ipv4, link: 6, isGlobal: true),
            NetworkSnapshot.Address(family: .ipv6, link: 1, isGlobal: false),
            NetworkSnapshot.Address(family: .ipv6, link: 2, isGlobal: false),
            NetworkSnapshot.Address(family: .ipv6, link: 3, isGlobal: true),
            NetworkSnapshot.Address(family: .ipv6, link: 3, isGlobal: false),
        ]
        #expect(try contents(of: CapturedDumps.addresses) == addresses.map(NetlinkMessage.Content.address) + [.done(0)])
    }

    @Test func onlyDefaultRoutesOfTheMainTableAreParsed() throws {
        let routes = [
            NetworkSnapshot.DefaultRoute(family: .ipv4, isRejecting: true, metric: 5, links: []),
            NetworkSnapshot.DefaultRoute(family: .ipv4, metric: 10, links: [5]),
            NetworkSnapshot.DefaultRoute(family: .ipv4, metric: 50, links: [3, 2]),
            NetworkSnapshot.DefaultRoute(family: .ipv4, metric: 100, links: [3]),
            NetworkSnapshot.DefaultRoute(family: .ipv6, isRejecting: true, metric: 9, links: [1]),
            NetworkSnapshot.DefaultRoute(family: .ipv6, metric: 1024, links: [3]),
        ]
        let read = try contents(of: CapturedDumps.routes).filter { $0 != .irrelevant }
        #expect(read == routes.map(NetlinkMessage.Content.route) + [.done(0)])
    }

    @Test func routesOverNexthopsAreParsed() throws {
        let routes = [
            NetworkSnapshot.DefaultRoute(family: .ipv4, isRejecting: true, metric: 5, links: [], nexthop: 4),
            NetworkSnapshot.DefaultRoute(family: .ipv4, metric: 10, links: [], nexthop: 1),
            NetworkSnapshot.DefaultRoute(family: .ipv4, metric: 20, links: [], nexthop: 3),
        ]
        let nexthops = [
            NetworkSnapshot.Nexthop(id: 1, link: 3), NetworkSnapshot.Nexthop(id: 2, link: 5),
            NetworkSnapshot.Nexthop(id: 3, members: [1, 2]), NetworkSnapshot.Nexthop(id: 4),
            NetworkSnapshot.Nexthop(id: 5, link: 3),
        ]
        let readRoutes = try contents(of: CapturedDumps.routesOverNexthops).filter { $0 != .irrelevant }
        #expect(readRoutes == routes.map(NetlinkMessage.Content.route) + [.done(0)])
        let readNexthops = try contents(of: CapturedDumps.nexthops)
        #expect(readNexthops == nexthops.map(NetlinkMessage.Content.nexthop) + [.done(0)])
        #expect(try contents(of: withTypes(CapturedDumps.nexthops[0], 105)).allSatisfy { $0 == .removal })
    }

    @Test func messagesKeepTheirSequenceNumber() throws {
        let sequences = try messages(of: CapturedDumps.routes).map(\.sequence)
        #expect(Set(sequences) == [3])
    }

    @Test func flagOfAnInterruptedDumpIsParsed() throws {
        var datagram = CapturedDumps.addresses[0]
        datagram[6] |= 0x10
        let interrupted = try NetlinkMessage.messages(in: datagram[...]).map(\.isInterrupted)
        #expect(interrupted.first == true)
        #expect(interrupted.dropFirst().allSatisfy { !$0 })
    }

    @Test func removalsOfLinksAddressesAndDefaultRoutesAffectThePath() throws {
        #expect(try contents(of: withTypes(CapturedDumps.links[0], 17)).allSatisfy { $0 == .removal })
        #expect(try contents(of: withTypes(CapturedDumps.addresses[0], 21)).allSatisfy { $0 == .removal })
        let routes = try contents(of: withTypes(CapturedDumps.routes[0], 25))
        #expect(routes.filter { $0 == .removal }.count == 6)
        #expect(routes.filter { $0 == .irrelevant }.count == routes.count - 6)
    }

    @Test func routeThatReplacesADefaultRouteAffectsThePath() throws {
        // The first of these routes is a default route. It gets the type of a local route.
        var datagram = CapturedDumps.routesOverNexthops[0]
        datagram[23] = 2
        #expect(try contents(of: [datagram])[0] == .irrelevant)
        datagram[7] |= 1
        #expect(try contents(of: [datagram])[0] == .removal)
        // The prefix length of its destination.
        datagram[17] = 8
        #expect(try contents(of: [datagram])[0] == .irrelevant)
    }

    @Test func endsAndErrorsHaveTheirErrorNumber() throws {
        #expect(try contents(of: message(type: 3, body: [0xf5, 0xff, 0xff, 0xff])) == [.done(11)])
        #expect(try contents(of: message(type: 3, body: [])) == [.done(0)])
        #expect(try contents(of: message(type: 2, body: [0xff, 0xff, 0xff, 0xff])) == [.failure(1)])
        #expect(try contents(of: message(type: 2, body: [0, 0, 0, 0])) == [.irrelevant])
        #expect(try contents(of: message(type: 2, body: [0, 0, 0, 0x80])) == [.failure(.max)])
        #expect(try contents(of: message(type: 4, body: [])) == [.overrun])
        #expect(try contents(of: message(type: 1, body: [])) == [.irrelevant])
        #expect(try contents(of: message(type: 0x1234, body: [1, 2, 3, 4])) == [.irrelevant])
    }

    private func messages(of datagrams: [[UInt8]]) throws -> [NetlinkMessage] {
        try datagrams.flatMap { try NetlinkMessage.messages(in: $0[...]) }
    }

    private func contents(of datagrams: [[UInt8]]) throws -> [NetlinkMessage.Content] {
        try messages(of: datagrams).map(\.content)
    }

    /// Returns a datagram with one message, in the byte order of this machine.
    private func message(type: UInt16, body: [UInt8]) -> [[UInt8]] {
        let length = UInt32(16 + body.count)
        return [[length.bytes, type.bytes, UInt16(0).bytes, UInt32(1).bytes, UInt32(0).bytes].flatMap(\.self) + body]
    }

    /// Returns the datagram with another type in each of its messages.
    private func withTypes(_ datagram: [UInt8], _ type: UInt16) -> [[UInt8]] {
        var changed = datagram
        var offset = 0
        while offset < changed.count {
            let length = changed[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
            changed.replaceSubrange(offset + 4..<offset + 6, with: type.bytes)
            offset += (length + 3) & ~3
        }
        return [changed]
    }
}

extension FixedWidthInteger {
    var bytes: [UInt8] { unsafe withUnsafeBytes(of: self) { unsafe Array($0) } }
}

#endif
