// SPDX-License-Identifier: MIT

#if os(Linux)

import ReachabilityMiddleware
import Testing

/// Routes that the captured dumps lack.
@Suite struct HandMadeRouteTests {
    /// An IPv4 default route of the main table over a link, as the kernel would send it.
    private struct Route {
        var serviceType: UInt8 = 0
        var kind: UInt8 = 1
        var prefix: UInt8 = 0
        var destination: UInt32?
        var flags: UInt32 = 0
        var linkType: UInt16 = 4
        var priorityType: UInt16 = 6
        var table: UInt8 = 254
        /// The attribute for the table, for numbers that exceed the header's field.
        var largeTable: UInt32?

        var datagram: [UInt8] {
            let route: [UInt8] = [2, prefix, 0, serviceType, table, 3, 0, kind] + flags.bytes
            let body =
                route + attribute(linkType, 7) + attribute(priorityType, 5)
                + (destination.map { attribute(1, $0) } ?? [])
                + (largeTable.map { attribute(15, $0) } ?? [])
            return UInt32(16 + body.count).bytes + UInt16(24).bytes + UInt16(0).bytes + UInt32(1).bytes
                + UInt32(0).bytes + body
        }

        private func attribute(_ type: UInt16, _ value: UInt32) -> [UInt8] {
            UInt16(8).bytes + type.bytes + value.bytes
        }

        var content: NetlinkMessage.Content? {
            get throws { try NetlinkMessage.messages(in: datagram[...]).first?.content }
        }
    }

    private static let way = NetlinkMessage.Content.route(.init(family: .ipv4, metric: 5, links: [7]))

    @Test func defaultRouteOverALinkIsParsed() throws {
        #expect(try Route().content == Self.way)
    }

    @Test(arguments: 0...13 as ClosedRange<UInt8>) func typeOfARouteDecidesWhetherItRejects(kind: UInt8) throws {
        var route = NetworkSnapshot.DefaultRoute(family: .ipv4, metric: 5, links: [7])
        route.isRejecting = (6...9).contains(kind)
        #expect(try Route(kind: kind).content == (kind == 1 || route.isRejecting ? .route(route) : .irrelevant))
    }

    @Test func routesToHalfOfTheAddressesAreParsed() throws {
        var route = NetworkSnapshot.DefaultRoute(family: .ipv4, destination: .lowerHalf, metric: 5, links: [7])
        #expect(try Route(prefix: 1).content == .route(route))
        #expect(try Route(prefix: 1, destination: 0).content == .route(route))
        route.destination = .upperHalf
        #expect(try Route(prefix: 1, destination: 0x80).content == .route(route))
        #expect(try Route(prefix: 2, destination: 0x80).content == .irrelevant)
    }

    @Test(arguments: [0x04, 0x10, 0xb8, 0xff] as [UInt8])
    func routeForOneTypeOfServiceIsIrrelevant(serviceType: UInt8) throws {
        #expect(try Route(serviceType: serviceType).content == .irrelevant)
    }

    @Test func clonedRouteIsIrrelevant() throws {
        #expect(try Route(flags: 0x200).content == .irrelevant)
        #expect(try Route(flags: 0x300).content == .irrelevant)
        #expect(try Route(flags: 0x100).content == Self.way)
        #expect(try Route(flags: 0x400).content == Self.way)
    }

    @Test func tableAttributeOverridesTheHeader() throws {
        #expect(try Route(table: 252).content == .irrelevant)
        #expect(try Route(table: 252, largeTable: 254).content == Self.way)
        #expect(try Route(table: 252, largeTable: 1000).content == .irrelevant)
        #expect(try Route(largeTable: 1000).content == .irrelevant)
    }

    @Test(arguments: [0x8000, 0x4000, 0xc000] as [UInt16])
    func flagsOfAnAttributeAreNotPartOfItsType(marks: UInt16) throws {
        #expect(try Route(linkType: 4 | marks, priorityType: 6 | marks).content == Self.way)
    }

    @Test func unknownAttributeIsSkipped() throws {
        let content = try Route(priorityType: 0x2006).content
        #expect(content == .route(.init(family: .ipv4, metric: 0, links: [7])))
    }
}

#endif
