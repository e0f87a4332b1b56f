// SPDX-License-Identifier: MIT

/// The links, addresses and default routes of a machine at one moment, and which of the links is in use.
package struct NetworkSnapshot: Sendable, Equatable {
    package enum Family: Sendable, Equatable, CaseIterable {
        case ipv4
        case ipv6
    }

    package struct Link: Sendable, Equatable {
        package var index: Int32
        package var name: String
        /// Up, with carrier, and no loopback.
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
        /// Valid beyond its own link.
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
        /// More than one for a multipath route.
        package var links: [Int32]

        package init(family: Family, metric: UInt32, links: [Int32]) {
            self.family = family
            self.metric = metric
            self.links = links
        }
    }

    package var links: [Link]
    package var addresses: [Address]
    package var routes: [DefaultRoute]

    package init(links: [Link] = [], addresses: [Address] = [], routes: [DefaultRoute] = []) {
        self.links = links
        self.addresses = addresses
        self.routes = routes
    }

    /// The link of the usable default route with the lowest metric, IPv4 before IPv6; nil when there is none.
    ///
    /// Of equal metrics, as of two routers that advertise themselves on two links, a link with a global address of
    /// the family goes first, then the order of the kernel's list.
    package var linkInUse: Link? {
        for family in Family.allCases {
            let usable = routes.filter { $0.family == family }.flatMap { route in
                route.links.compactMap { index in
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

    /// The path over ``linkInUse``.
    ///
    /// `kind` is asked for that link alone, by name.
    package func path(kind: (String) -> NetworkPath.Interface) -> NetworkPath {
        guard let link = linkInUse else { return .offline }
        let interface = kind(link.name)
        return NetworkPath(interface: interface, isExpensive: interface == .cellular)
    }
}
