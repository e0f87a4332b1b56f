// SPDX-License-Identifier: MIT

#if os(Linux)

import CNetlink

/// One message of the kernel's routing socket, as far as the network path depends on it.
package struct NetlinkMessage: Sendable, Equatable {
    package enum Content: Sendable, Equatable {
        case link(NetworkSnapshot.Link)
        case address(NetworkSnapshot.Address)
        case route(NetworkSnapshot.DefaultRoute)
        case nexthop(NetworkSnapshot.Nexthop)
        /// A link, an address, a default route or a nexthop is gone, or something else has taken
        /// its place.
        case removal
        /// The end of a list, with the `errno` that ended it early, or 0.
        case done(Int32)
        /// A refused request, with its `errno`.
        case failure(Int32)
        /// The kernel had more to say than it could deliver.
        case overrun
        /// Says nothing about the path: other routes, other families, other types.
        case irrelevant
    }

    package var sequence: UInt32
    /// True if the network changed while the list that this message belongs to was made.
    package var isInterrupted: Bool
    package var content: Content

    package init(sequence: UInt32, isInterrupted: Bool = false, content: Content) {
        self.sequence = sequence
        self.isInterrupted = isInterrupted
        self.content = content
    }

    /// The messages of one datagram.
    ///
    /// - Throws: ``NetlinkError/malformed`` if any message or attribute does not fit its
    ///   surroundings.
    /// - Complexity: O(n) in the bytes.
    package static func messages(in datagram: ArraySlice<UInt8>) throws(NetlinkError) -> [NetlinkMessage] {
        var messages: [NetlinkMessage] = []
        let records = try NetlinkBytes(datagram).records(nlmsghdr.self) { Int(clamping: $0.nlmsg_len) }
        for record in records {
            messages.append(try NetlinkMessage(header: record.header, body: record.body))
        }
        return messages
    }

    private init(header: nlmsghdr, body: NetlinkBytes) throws(NetlinkError) {
        self.init(
            sequence: header.nlmsg_seq,
            isInterrupted: header.nlmsg_flags & numericCast(NLM_F_DUMP_INTR) != 0,
            content: try Content(
                type: numericCast(header.nlmsg_type),
                replaces: header.nlmsg_flags & numericCast(NLM_F_REPLACE) != 0,
                body: body
            )
        )
    }
}

extension NetlinkMessage.Content {
    fileprivate init(type: Int, replaces: Bool, body: NetlinkBytes) throws(NetlinkError) {
        switch type {
        case numericCast(NLMSG_DONE):
            // Old kernels end a list without a number.
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
            // A default route of another kind that takes the place of one, as an unreachable one,
            // removes it.
            let isDefault = try body.value(as: rtmsg.self).rtm_dst_len == 0
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

    /// The kernel sends error numbers negated.
    private static func errorNumber(_ body: NetlinkBytes) throws(NetlinkError) -> Int32 {
        let number = try body.value(as: Int32.self)
        return number == .min ? .max : abs(number)
    }
}

#endif
