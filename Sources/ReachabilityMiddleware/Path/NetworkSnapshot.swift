// SPDX-License-Identifier: MIT

/// The links, addresses and default routes of a machine at one moment.
///
/// Finds the link in use.
package struct NetworkSnapshot: Sendable, Equatable {
    package enum Family: Sendable, Equatable, CaseIterable {
        case ipv4
        case ipv6
    }

    package struct Link: Sendable, Equatable {
        package var index: Int32
        package var name: String
        /// Whether the link is up, with carrier, and not the loopback.
        package var isUsable: Bool

        package init(index: Int32, name: String, isUsable: Bool) {
            self.index = index
            self.name = name
            self.isUsable = isUsable
        }
    }

    package struct Address: Sendable, Equatable {
        package var family: Family
        package var link: Int32
        /// Whether the address is valid beyond its link.
        package var isGlobal: Bool

        package init(family: Family, link: Int32, isGlobal: Bool) {
            self.family = family
            self.link = link
            self.isGlobal = isGlobal
        }
    }

    package struct DefaultRoute: Sendable, Equatable {
        package var family: Family
        package var metric: UInt32
        /// Several links for a multipath route.
        package var links: [Int32]
        /// The nexthop of the route.
        ///
        /// If there is one, the kernel may report no links.
        package var nexthop: UInt32?

        package init(family: Family, metric: UInt32, links: [Int32], nexthop: UInt32? = nil) {
            self.family = family
            self.metric = metric
            self.links = links
            self.nexthop = nexthop
        }
    }

    /// A nexthop object that routes share, or a group of them.
    package struct Nexthop: Sendable, Equatable {
        package var id: UInt32
        /// Nil for a group, and for a nexthop that leads nowhere.
        package var link: Int32?
        /// The ids of the nexthops in a group.
        ///
        /// They are never groups themselves.
        package var members: [UInt32]

        package init(id: UInt32, link: Int32? = nil, members: [UInt32] = []) {
            self.id = id
            self.link = link
            self.members = members
        }
    }

    package var links: [Link]
    package var addresses: [Address]
    package var routes: [DefaultRoute]
    package var nexthops: [Nexthop]

    package init(
        links: [Link] = [],
        addresses: [Address] = [],
        routes: [DefaultRoute] = [],
        nexthops: [Nexthop] = []
    ) {
        self.links = links
        self.addresses = addresses
        self.routes = routes
        self.nexthops = nexthops
    }

    /// Whether the links of a route are only known from ``nexthops``.
    package var needsNexthops: Bool {
        routes.contains { $0.links.isEmpty && $0.nexthop != nil }
    }

    private func links(of route: DefaultRoute) -> [Int32] {
        guard route.links.isEmpty else { return route.links }
        let nexthop = nexthops.first { $0.id == route.nexthop }
        let members = nexthop?.members.compactMap { id in nexthops.first { $0.id == id } } ?? []
        return ([nexthop].compactMap(\.self) + members).compactMap(\.link)
    }

    /// The link of the usable default route with the lowest metric, IPv4 before IPv6, or nil
    /// without such a route.
    ///
    /// If metrics are equal, as with two routers that advertise themselves on two links, links with
    /// a global address of the same family come first. Then the order of the kernel's list decides.
    package var linkInUse: Link? {
        for family in Family.allCases {
            let usable = routes.filter { $0.family == family }.flatMap { route in
                links(of: route).compactMap { index in
                    links.first { $0.index == index && $0.isUsable }.map { (metric: route.metric, link: $0) }
                }
            }
            guard let lowest = usable.map(\.metric).min() else { continue }
            let candidates = usable.filter { $0.metric == lowest }.map(\.link)
            let addressed = candidates.first { link in
                addresses.contains { $0.family == family && $0.link == link.index && $0.isGlobal }
            }
            return addressed ?? candidates.first
        }
        return nil
    }

    /// Returns the path over ``linkInUse``.
    ///
    /// `kind` is called with the name of that link only.
    package func path(kind: (String) -> NetworkPath.Interface) -> NetworkPath {
        guard let link = linkInUse else { return .offline }
        let interface = kind(link.name)
        return NetworkPath(interface: interface, isExpensive: interface == .cellular)
    }
}
