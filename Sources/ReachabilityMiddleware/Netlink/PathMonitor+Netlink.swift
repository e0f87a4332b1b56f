// SPDX-License-Identifier: MIT

#if os(Linux)

extension PathMonitor {
    /// The network of this device, as the Linux kernel knows it.
    ///
    /// A routing socket reports when links, addresses, routes or nexthops change; then all of them
    /// are read anew. Nothing is polled. Paths are reported on a queue of the monitor, only when
    /// they differ from the one before. In use is the default route of the main table with the
    /// lowest metric, IPv4 before IPv6, over an interface that is up with carrier; without one the
    /// device is offline. An interface that is neither wireless nor mobile counts as wired, so do
    /// tunnels. A mobile network is expensive. Constrained is never true, as the kernel knows no
    /// such wish.
    ///
    /// It cannot start in a process that may not open a routing socket, or has no descriptor left
    /// for one.
    public static var live: PathMonitor { netlink() }

    /// The live monitor with another idea of what kind an interface is.
    ///
    /// - Parameter onClose: Called when the sockets of a run that started are closed, after its
    ///   end.
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
