// SPDX-License-Identifier: MIT

#if os(Linux)

import ReachabilityMiddleware
import RexTestSupport
import Testing

/// For any bytes, the parser returns messages or throws.
///
/// A trap would end the test process.
@Suite struct NetlinkHostileBytesTests {
    @Test func prefixOfADumpReturnsItsFirstMessagesOrIsMalformed() throws {
        for datagram in CapturedDumps.all {
            let whole = try NetlinkMessage.messages(in: datagram[...])
            var complete = 0
            for length in 0...datagram.count {
                // Fewer bytes than the smallest header may remain at the end.
                guard let messages = messages(in: datagram[..<length]) else { continue }
                #expect(messages == Array(whole.prefix(messages.count)), "at length \(length)")
                complete = max(complete, messages.count)
            }
            #expect(complete == whole.count)
        }
    }

    @Test(arguments: [0, 1, 3, 15, 17, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff] as [UInt32])
    func wrongLengthOfAMessageIsMalformed(length: UInt32) {
        for datagram in CapturedDumps.all {
            var changed = datagram
            changed.replaceSubrange(0..<4, with: length.bytes)
            #expect(messages(in: changed[...]) == nil)
        }
    }

    @Test(arguments: [0, 1, 3, 0x7fff, 0xffff] as [UInt16])
    func wrongLengthOfAnAttributeIsMalformed(length: UInt16) {
        // The first attribute follows the headers of the message and of the link.
        var changed = CapturedDumps.links[0]
        changed.replaceSubrange(32..<34, with: length.bytes)
        #expect(messages(in: changed[...]) == nil)
    }

    /// The headers of a route or nexthop message, an attribute type, and the minimum size of its
    /// value.
    private static let attributes: [(message: UInt16, header: [UInt8], type: UInt16, size: Int)] = {
        let route: [UInt8] = [2, 0, 0, 0, 254, 3, 0, 1, 0, 0, 0, 0]
        let nexthop: [UInt8] = [2, 0, 0, 0, 0, 0, 0, 0]
        return [(15, 4), (6, 4), (4, 4), (30, 4)].map { (24, route, $0.0, $0.1) }
            + [(1, 4), (5, 4), (2, 8)].map { (104, nexthop, $0.0, $0.1) }
    }()

    @Test(arguments: attributes.indices)
    func attributeTooShortForItsValueIsMalformed(index: Int) {
        let (type, header, attribute, size) = Self.attributes[index]
        for length in 1...size {
            let value = [UInt8](repeating: UInt8(size), count: length) + [UInt8](repeating: 0, count: -length & 3)
            let body = header + UInt16(4 + length).bytes + attribute.bytes + value
            let datagram =
                UInt32(16 + body.count).bytes + type.bytes + UInt16(0).bytes + UInt32(1).bytes + UInt32(0).bytes + body
            let messages = messages(in: datagram[...])
            #expect((messages == nil) == (length < size), "\(length) of \(size) bytes")
        }
    }

    @Test func randomMutationsNeverTrap() {
        let rounds = 100_000
        let dumps = CapturedDumps.all
        let seed = UInt64.random(in: .min ... .max)
        print("randomMutationsNeverTrap: seed \(seed)")
        var generator = SeededGenerator(seed: seed)
        var outcomes = (read: 0, malformed: 0)
        for _ in 0..<rounds {
            var datagram = dumps.randomElement(using: &generator) ?? []
            for _ in 0...Int.random(in: 0..<8, using: &generator) { mutate(&datagram, using: &generator) }
            if messages(in: datagram[...]) == nil { outcomes.malformed += 1 } else { outcomes.read += 1 }
        }
        #expect(outcomes.read + outcomes.malformed == rounds)
        #expect(outcomes.read > rounds / 100 && outcomes.malformed > rounds / 100, "\(outcomes), seed \(seed)")
    }

    private func messages(in datagram: ArraySlice<UInt8>) -> [NetlinkMessage]? {
        do {
            return try NetlinkMessage.messages(in: datagram)
        } catch {
            #expect(error == .malformed)
            return nil
        }
    }

    private func mutate(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
        guard let position = bytes.indices.randomElement(using: &generator) else { return }
        let value = UInt8.random(in: .min ... .max, using: &generator)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: bytes[position] = value
        case 1: bytes[position] ^= 1 << (value & 7)
        // Lengths and types are at multiples of four.
        case 2: bytes[position & ~3] = value
        case 3: bytes.removeLast(bytes.count - position)
        case 4: bytes.insert(value, at: position)
        default: bytes.append(contentsOf: bytes[position...].prefix(Int(value)))
        }
    }
}

#endif
