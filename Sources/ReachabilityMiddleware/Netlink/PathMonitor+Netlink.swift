// SPDX-License-Identifier: MIT

#if os(Linux)

extension PathMonitor {
    /// The network of this device, from the Linux kernel.
    ///
    /// A routing socket reports when links, addresses, routes or nexthops change; then all of them
    /// are read again. Nothing is polled. Paths are reported on a queue of the monitor, only when
    /// they differ from the previous one.
    ///
    /// The path is the default route of the main table with the lowest metric, IPv4 before IPv6,
    /// over an interface that is up with carrier. A route that rejects packets, such as `blackhole`,
    /// makes its family offline if it has the lowest metric. Where there is no usable default route,
    /// a pair of routes to both halves of the addresses counts, as a VPN sets them. Without any of
    /// these, the device is offline. An interface that is neither Wi-Fi nor cellular counts as wired, including tunnels. A cellular network is
    /// expensive. `isConstrained` is always false, since Linux has no such setting.
    ///
    /// The monitor can't start if the process may not open a routing socket, or has no descriptor
    /// left for one.
    public static var live: PathMonitor { netlink() }

    /// The live monitor with its own way to detect the kind of an interface.
    ///
    /// - Parameter onClose: Called when the sockets of a started run have been closed, after it
    ///   ended.
    package static func netlink(
        kinds: InterfaceKinds = InterfaceKinds(),
        onClose: @escaping @Sendable () -> Void = {}
    ) -> PathMonitor {
        PathMonitor { handler in
            guard let run = try? NetlinkRun(kinds: kinds, handler: handler) else { return nil }
            run.start(onClose: onClose)
            return { run.cancel() }
        }
    }
}

#endif
