// SPDX-License-Identifier: MIT

#if os(Linux)

import CNetlink

/// A message from the kernel's routing socket, reduced to the parts that affect the network path.
package struct NetlinkMessage: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        case link(NetworkSnapshot.Link)
        case address(NetworkSnapshot.Address)
        case route(NetworkSnapshot.DefaultRoute)
        case nexthop(NetworkSnapshot.Nexthop)
        /// A link, address, default route or nexthop was removed or replaced.
        case removal
        /// The end of a list, with the `errno` that ended it early, or 0.
        case done(Int32)
        /// A refused request, with its `errno`.
        case failure(Int32)
        /// The kernel dropped messages.
        case overrun
        /// Doesn't affect the path: other routes, families or types.
        case irrelevant
    }

    package var sequence: UInt32
    /// Whether the network changed while the kernel made the list that contains this message.
    package var isInterrupted: Bool
    package var content: Content

    package init(sequence: UInt32, isInterrupted: Bool = false, content: Content) {
        self.sequence = sequence
        self.isInterrupted = isInterrupted
        self.content = content
    }

    /// Parses the messages of one datagram.
    ///
    /// - Throws: ``NetlinkError/malformed`` if a message or attribute exceeds its container.
    /// - Complexity: O(n) in the bytes.
    package static func messages(in datagram: ArraySlice<UInt8>) throws(NetlinkError) -> [NetlinkMessage] {
        var messages: [NetlinkMessage] = []
        let records = try NetlinkBytes(datagram).records(nlmsghdr.self) { Int(clamping: $0.nlmsg_len) }
        for record in records {
            messages.append(
                NetlinkMessage(
                    sequence: record.header.nlmsg_seq,
                    isInterrupted: record.header.nlmsg_flags & numericCast(NLM_F_DUMP_INTR) != 0,
                    content: try Content(header: record.header, body: record.body)
                )
            )
        }
        return messages
    }
}

extension NetlinkMessage.Content {
    fileprivate init(header: nlmsghdr, body: NetlinkBytes) throws(NetlinkError) {
        switch numericCast(header.nlmsg_type) as Int {
        case numericCast(NLMSG_DONE):
            // Old kernels end a list without an error number.
            self = .done(body.count == 0 ? 0 : try Self.errorNumber(body))
        case numericCast(NLMSG_ERROR):
            let number = try Self.errorNumber(body)
            self = number == 0 ? .irrelevant : .failure(number)
        case numericCast(NLMSG_OVERRUN):
            self = .overrun
        case RTM_NEWLINK:
            self = .link(try NetworkSnapshot.Link(netlink: body))
        case RTM_NEWADDR:
            self = try NetworkSnapshot.Address(netlink: body).map(Self.address) ?? .irrelevant
        case RTM_NEWROUTE:
            // A default route of another type, such as a local one, that replaces an existing route
            // removes it.
            let isDefault = try body.value(as: rtmsg.self).rtm_dst_len <= 1
            let replaces = header.nlmsg_flags & numericCast(NLM_F_REPLACE) != 0
            self =
                try NetworkSnapshot.DefaultRoute(netlink: body).map(Self.route)
                ?? (replaces && isDefault ? .removal : .irrelevant)
        case REX_RTM_NEWNEXTHOP:
            self = .nexthop(try NetworkSnapshot.Nexthop(netlink: body))
        case RTM_DELLINK, RTM_DELADDR, REX_RTM_DELNEXTHOP:
            self = .removal
        case RTM_DELROUTE:
            self = try NetworkSnapshot.DefaultRoute(netlink: body) == nil ? .irrelevant : .removal
        default:
            self = .irrelevant
        }
    }

    /// Returns the error number of a message.
    ///
    /// The kernel sends it negated.
    private static func errorNumber(_ body: NetlinkBytes) throws(NetlinkError) -> Int32 {
        let number = try body.value(as: Int32.self)
        return number == .min ? .max : abs(number)
    }
}

#endif
