// SPDX-License-Identifier: MIT

#if os(Linux)

import ReachabilityMiddleware
import RexTestSupport
import Testing

/// Random messages of every kind, written as the kernel would, with the expected result of parsing
/// them.
@Suite struct HandMadeMessageTests {
    private typealias Content = NetlinkMessage.Content

    private struct Writer {
        var random: SeededGenerator

        mutating func number<Number: FixedWidthInteger>(_ range: ClosedRange<Number>) -> Number {
            .random(in: range, using: &random)
        }

        /// Pads the bytes to a multiple of four with random bytes.
        mutating func padded(_ bytes: [UInt8]) -> [UInt8] {
            bytes + (0..<(4 - bytes.count % 4) % 4).map { _ in number(0...255) }
        }

        mutating func attribute(_ type: UInt16, _ value: [UInt8]) -> [UInt8] {
            padded(UInt16(4 + value.count).bytes + type.bytes + value)
        }

        /// Writes attributes in random order, with unknown ones between them.
        mutating func attributes(_ known: [(type: UInt16, value: [UInt8])]) -> [UInt8] {
            let unknown = (0..<number(0...2)).map { _ in
                (type: UInt16(0x100), value: [UInt8](repeating: 1, count: number(0...7)))
            }
            var bytes: [UInt8] = []
            for (type, value) in (known + unknown).shuffled(using: &random) { bytes += attribute(type, value) }
            return bytes
        }

        mutating func message(_ type: UInt16, _ body: [UInt8], sequence: UInt32) -> [UInt8] {
            padded(
                UInt32(16 + body.count).bytes + type.bytes + UInt16(2).bytes + sequence.bytes + UInt32(0).bytes + body
            )
        }

        mutating func link() -> (type: UInt16, body: [UInt8], content: Content) {
            let index: Int32 = number(1...1_000)
            // Up, loopback, running, and one irrelevant flag.
            let flags = [0x1, 0x8, 0x40, 0x1000].filter { _ in Bool.random(using: &random) }.reduce(UInt32(0), |)
            let name = String(repeating: "n", count: number(0...15))
            let header: [UInt8] = [0, 0] + UInt16(1).bytes + index.bytes + flags.bytes + UInt32.max.bytes
            let body = header + attributes([(3, Array(name.utf8) + [0])])
            return (16, body, .link(.init(index: index, name: name, isUsable: flags & 0x49 == 0x41)))
        }

        mutating func address() -> (type: UInt16, body: [UInt8], content: Content) {
            let family = [2, 10, 17].randomElement(using: &random) ?? 2
            let scope = [0, 200, 252, 253, 254, 255].randomElement(using: &random) ?? 0
            let link: Int32 = number(1...1_000)
            let body = [UInt8(family), 24, 0, UInt8(scope)] + link.bytes + attributes([(1, [10, 0, 0, 1])])
            guard family != 17 else { return (20, body, .irrelevant) }
            return (20, body, .address(.init(family: family == 2 ? .ipv4 : .ipv6, link: link, isGlobal: scope < 253)))
        }

        mutating func route() -> (type: UInt16, body: [UInt8], content: Content) {
            let (isIPv4, metric, table) = (
                Bool.random(using: &random), number(0...9) as UInt32, number(253...255) as UInt32
            )
            let links = (0..<number(0...3)).map { _ in number(1...9) as Int32 }
            let nexthop: UInt32? = Bool.random(using: &random) ? number(1...9) : nil
            let prefix: UInt8 = [8, 1, 0, 0][Int(number(0...3) as Int32)]
            let destination: UInt8 = Bool.random(using: &random) ? 0x80 : 0
            let kind: UInt8 = number(0...3) == 0 ? number(6...9) : 1
            var known: [(type: UInt16, value: [UInt8])] = [(15, table.bytes)]
            if metric > 0 || Bool.random(using: &random) { known.append((6, metric.bytes)) }
            if links.count == 1 {
                known.append((4, links[0].bytes))
            } else if !links.isEmpty {
                known.append((9, links.flatMap { hop(over: $0) }))
            }
            if let nexthop { known.append((30, nexthop.bytes)) }
            if prefix > 0 { known.append((1, [destination, 0, 0, 0])) }
            let header: [UInt8] = [isIPv4 ? 2 : 10, prefix, 0, 0, number(0...255), 3, 0, kind] + UInt32(0).bytes
            let body = header + attributes(known)
            guard prefix <= 1, table == 254 else { return (24, body, .irrelevant) }
            let route = NetworkSnapshot.DefaultRoute(
                family: isIPv4 ? .ipv4 : .ipv6,
                destination: prefix == 0 ? .all : destination == 0 ? .lowerHalf : .upperHalf,
                isRejecting: kind != 1,
                metric: metric,
                links: links,
                nexthop: nexthop
            )
            return (24, body, .route(route))
        }

        private mutating func hop(over link: Int32) -> [UInt8] {
            let gateway = Bool.random(using: &random) ? attribute(5, [10, 0, 0, 1]) : []
            return UInt16(8 + gateway.count).bytes + [0, 0] + link.bytes + gateway
        }

        mutating func nexthop() -> (type: UInt16, body: [UInt8], content: Content) {
            let id: UInt32 = number(1...9)
            let link: Int32? = Bool.random(using: &random) ? number(1...9) : nil
            let members = (0..<number(0...3)).map { _ in number(1...9) as UInt32 }
            var known: [(type: UInt16, value: [UInt8])] = [(1, id.bytes)]
            if let link { known.append((5, link.bytes)) }
            if !members.isEmpty { known.append((2, members.flatMap { $0.bytes + [number(0...255), 0, 0, 0] })) }
            let body = [2, 0, 0, 0] + UInt32(0).bytes + attributes(known)
            return (104, body, .nexthop(.init(id: id, link: link, members: members)))
        }

        mutating func any() -> (type: UInt16, body: [UInt8], content: Content) {
            switch number(0...3) {
            case 0: link()
            case 1: address()
            case 2: route()
            default: nexthop()
            }
        }
    }

    @Test func randomMessagesAreParsed() throws {
        for seed in UInt64(0)..<2_000 {
            var writer = Writer(random: SeededGenerator(seed: seed))
            var datagram: [UInt8] = []
            var expected: [NetlinkMessage] = []
            for _ in 0..<writer.number(0...5) {
                let (type, body, content) = writer.any()
                let sequence: UInt32 = writer.number(0 ... .max)
                datagram += writer.message(type, body, sequence: sequence)
                expected.append(NetlinkMessage(sequence: sequence, content: content))
            }
            #expect(try NetlinkMessage.messages(in: datagram[...]) == expected, "seed \(seed)")
        }
    }

    @Test func valueIsReadOnlyWithinTheBytes() throws {
        for count in 0...9 {
            let bytes = NetlinkBytes((0..<UInt8(count)).map { $0 }[...])
            #expect(bytes.count == count)
            for offset in -5...12 {
                let value = try? bytes.value(at: offset, as: UInt16.self)
                let fits = offset >= 0 && offset + 2 <= count
                #expect(value?.bytes == (fits ? [UInt8(offset), UInt8(offset + 1)] : nil))
            }
            #expect(NetlinkBytes.aligned(count) == [0, 4, 4, 4, 4, 8, 8, 8, 8, 12][count])
        }
    }

    @Test(
        arguments: [([], ""), ([0], ""), ([97, 0, 98], "a"), ([97, 98], "ab"), ([0, 97], "")] as [([UInt8], String)]
    )
    func textEndsAtTheFirstZero(bytes: [UInt8], text: String) {
        #expect(NetlinkBytes(bytes[...]).text == text)
    }
}

#endif
