// SPDX-License-Identifier: MIT

#if os(Linux)

import CNetlink
import CRexSystem

extension NetworkSnapshot {
    /// Adds the messages of one datagram of a list.
    ///
    /// - Parameter request: The sequence number of the request. Answers to other requests are
    ///   skipped.
    /// - Returns: Whether the list is complete.
    /// - Throws: If the list can't be completed: the kernel refused, or the network changed
    ///   meanwhile.
    package mutating func add(
        _ messages: [NetlinkMessage],
        ofRequest request: UInt32
    ) throws(NetlinkError) -> Bool {
        for message in messages where message.sequence == request {
            if message.isInterrupted { throw .interrupted }
            switch message.content {
            case .link(let link): links.append(link)
            case .address(let address): addresses.append(address)
            case .route(let route): routes.append(route)
            case .nexthop(let nexthop): nexthops.append(nexthop)
            case .done(0): return true
            case .done(let number), .failure(let number): throw .system(number)
            case .overrun: throw .interrupted
            // Never part of a list.
            case .removal, .irrelevant: break
            }
        }
        return false
    }
}

extension NetworkSnapshot.Family {
    /// Returns nil for a family other than IPv4 and IPv6.
    init?(netlink family: UInt8) {
        switch numericCast(family) as Int32 {
        case AF_INET: self = .ipv4
        case AF_INET6: self = .ipv6
        default: return nil
        }
    }
}

extension NetworkSnapshot.Link {
    /// Reads the body of a link message.
    init(netlink body: NetlinkBytes) throws(NetlinkError) {
        let header = try body.value(as: ifinfomsg.self)
        let name = try body.attributes(after: ifinfomsg.self).first { $0.type == IFLA_IFNAME }?.value.text
        // "Running" means up and with carrier, and for a wireless link also authenticated.
        let required = numericCast(IFF_UP | IFF_RUNNING) as UInt32
        let isLoopback = header.ifi_flags & numericCast(IFF_LOOPBACK) != 0
        self.init(
            index: header.ifi_index,
            name: name ?? "",
            isUsable: header.ifi_flags & required == required && !isLoopback
        )
    }
}

extension NetworkSnapshot.Address {
    /// Reads the body of an address message.
    ///
    /// Returns nil for another family.
    init?(netlink body: NetlinkBytes) throws(NetlinkError) {
        let header = try body.value(as: ifaddrmsg.self)
        guard let family = NetworkSnapshot.Family(netlink: header.ifa_family) else { return nil }
        self.init(
            family: family,
            link: Int32(bitPattern: header.ifa_index),
            isGlobal: header.ifa_scope < numericCast(RT_SCOPE_LINK.rawValue)
        )
    }
}

extension NetworkSnapshot.DefaultRoute {
    /// Reads the body of a route message.
    ///
    /// Returns nil unless it is a route of the main table to all addresses or to half of them, over
    /// links or rejecting.
    init?(netlink body: NetlinkBytes) throws(NetlinkError) {
        let header = try body.value(as: rtmsg.self)
        guard
            let family = NetworkSnapshot.Family(netlink: header.rtm_family),
            header.rtm_dst_len <= 1,
            header.rtm_tos == 0,
            header.rtm_type == numericCast(RTN_UNICAST) || Self.rejectingTypes.contains(numericCast(header.rtm_type)),
            header.rtm_flags & numericCast(RTM_F_CLONED) == 0
        else { return nil }
        var table: UInt32 = numericCast(header.rtm_table)
        var metric: UInt32 = 0
        var links: [Int32] = []
        var nexthop: UInt32?
        var isUpperHalf = false
        for (type, value) in try body.attributes(after: rtmsg.self) {
            switch type {
            case numericCast(RTA_DST.rawValue): isUpperHalf = try value.value(as: UInt8.self) & 0x80 != 0
            case numericCast(RTA_TABLE.rawValue): table = try value.value(as: UInt32.self)
            case numericCast(RTA_PRIORITY.rawValue): metric = try value.value(as: UInt32.self)
            case numericCast(RTA_OIF.rawValue): links.append(try value.value(as: Int32.self))
            case numericCast(RTA_MULTIPATH.rawValue):
                let hops = try value.records(rtnexthop.self) { numericCast($0.rtnh_len) }
                links.append(contentsOf: hops.map(\.header.rtnh_ifindex))
            case REX_RTA_NH_ID: nexthop = try value.value(as: UInt32.self)
            default: break
            }
        }
        guard table == RT_TABLE_MAIN.rawValue else { return nil }
        self.init(
            family: family,
            destination: header.rtm_dst_len == 0 ? .all : isUpperHalf ? .upperHalf : .lowerHalf,
            isRejecting: header.rtm_type != numericCast(RTN_UNICAST),
            metric: metric,
            links: links,
            nexthop: nexthop
        )
    }

    /// Routes of these types end the search in the main table without a link.
    private static let rejectingTypes = [RTN_BLACKHOLE, RTN_UNREACHABLE, RTN_PROHIBIT, RTN_THROW]
}

extension NetworkSnapshot.Nexthop {
    /// Reads the body of a nexthop message.
    init(netlink body: NetlinkBytes) throws(NetlinkError) {
        self.init(id: 0)
        for (type, value) in try body.attributes(after: rex_nexthop_message.self) {
            switch type {
            case REX_NHA_ID: id = try value.value(as: UInt32.self)
            case REX_NHA_OIF: link = try value.value(as: Int32.self)
            case REX_NHA_GROUP:
                let size = MemoryLayout<rex_nexthop_member>.size
                for offset in stride(from: 0, to: value.count, by: size) {
                    members.append(try value.value(at: offset, as: rex_nexthop_member.self).id)
                }
            default: break
            }
        }
    }
}

extension NetlinkBytes {
    /// Returns the attributes after the message's own header.
    fileprivate func attributes<Header>(
        after header: Header.Type
    ) throws(NetlinkError) -> [(type: Int, value: NetlinkBytes)] {
        // A message of an older kernel may end with an unpadded header.
        try dropFirst(Self.aligned(MemoryLayout<Header>.size)).records(rtattr.self) { numericCast($0.rta_len) }
            .map { record in (numericCast(record.header.rta_type) & attributeTypeMask, record.body) }
    }
}

/// Masks out the flags "nested" and "network byte order".
private let attributeTypeMask = 0x3fff

#endif
