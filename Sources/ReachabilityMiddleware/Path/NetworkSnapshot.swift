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

    /// A route to all addresses of a family, or to one half of them.
    package struct DefaultRoute: Sendable, Equatable {
        /// A VPN may route both halves instead of all addresses: `0.0.0.0/1` and `128.0.0.0/1`, or
        /// `::/1` and `8000::/1`.
        package enum Destination: Sendable, Equatable, CaseIterable {
            case all, lowerHalf, upperHalf
        }

        package var family: Family
        package var destination: Destination
        /// Whether the route rejects or drops packets, as a `blackhole` route does.
        package var isRejecting: Bool
        package var metric: UInt32
        /// Several links for a multipath route.
        package var links: [Int32]
        /// The nexthop of the route.
        ///
        /// If there is one, the kernel may report no links.
        package var nexthop: UInt32?

        package init(
            family: Family,
            destination: Destination = .all,
            isRejecting: Bool = false,
            metric: UInt32,
            links: [Int32],
            nexthop: UInt32? = nil
        ) {
            self.family = family
            self.destination = destination
            self.isRejecting = isRejecting
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
        routes.contains { !$0.isRejecting && $0.links.isEmpty && $0.nexthop != nil }
    }

    private func links(of route: DefaultRoute) -> [Int32] {
        guard route.links.isEmpty else { return route.links }
        let nexthop = nexthops.first { $0.id == route.nexthop }
        let members = nexthop?.members.compactMap { id in nexthops.first { $0.id == id } } ?? []
        return ([nexthop].compactMap(\.self) + members).compactMap(\.link)
    }

    /// The link over which most addresses are reached, first by IPv4, then by IPv6, or nil if there
    /// is none.
    ///
    /// Within a family, it is the link of the default route. Where there is no usable default
    /// route, it is that of the lower half, if both halves have a route. It is nil if both halves
    /// have a route that rejects packets, even with a default route, since the longer prefix wins.
    package var linkInUse: Link? {
        for family in Family.allCases {
            if let link = linkInUse(of: family) { return link }
        }
        return nil
    }

    /// What the kernel does with a packet: sends it over a link, or rejects it.
    private enum Outcome: Equatable {
        case link(Link)
        case rejection
    }

    private func linkInUse(of family: Family) -> Link? {
        let lowerHalf = outcome(of: family, .lowerHalf)
        let upperHalf = outcome(of: family, .upperHalf)
        if lowerHalf == .rejection, upperHalf == .rejection { return nil }
        if case .link(let link) = outcome(of: family, .all) { return link }
        if case .link(let link) = lowerHalf, case .link = upperHalf { return link }
        return nil
    }

    /// Returns the outcome of the usable route with the lowest metric, or nil without such a route.
    ///
    /// If metrics are equal, as with two routers that advertise themselves on two links, links with
    /// a global address of the same family come first. Then the order of the kernel's list decides.
    private func outcome(of family: Family, _ destination: DefaultRoute.Destination) -> Outcome? {
        let usable = routes.filter { $0.family == family && $0.destination == destination }
            .flatMap { route in outcomes(of: route).map { (metric: route.metric, outcome: $0) } }
        guard let lowest = usable.map(\.metric).min() else { return nil }
        let candidates = usable.filter { $0.metric == lowest }.map(\.outcome)
        guard candidates.first != .rejection else { return .rejection }
        let addressed = candidates.first { outcome in
            guard case .link(let link) = outcome else { return false }
            return addresses.contains { $0.family == family && $0.link == link.index && $0.isGlobal }
        }
        return addressed ?? candidates.first
    }

    private func outcomes(of route: DefaultRoute) -> [Outcome] {
        guard !route.isRejecting else { return [.rejection] }
        return links(of: route).compactMap { index in
            links.first { $0.index == index && $0.isUsable }.map(Outcome.link)
        }
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
