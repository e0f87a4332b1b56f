// SPDX-License-Identifier: MIT

#if canImport(Network)

import Dispatch
import Network
import RexCore

extension PathMonitor {
    /// The network of this device, from the system's path monitor.
    ///
    /// Paths are reported on a queue of the monitor. The interface in use is the first of the
    /// path's interfaces that is Wi-Fi, cellular or Ethernet; the system lists them in order of
    /// preference. If the path has none of these, as with a tunnel only, it is
    /// ``NetworkPath/Interface/other``. A path that requires a connection first isn't satisfied.
    public static var live: PathMonitor {
        PathMonitor { handler in
            let monitor = NWPathMonitor()
            monitor.pathUpdateHandler = { path in handler(NetworkPath(path)) }
            monitor.start(queue: DispatchQueue(label: "rex.reachability.network"))
            let running = Lock(monitor)
            return { running.withLock { $0.cancel() } }
        }
    }
}

extension NetworkPath {
    fileprivate init(_ path: NWPath) {
        self.init(
            interface: path.status == .satisfied ? Interface(path) : nil,
            isExpensive: path.isExpensive,
            isConstrained: path.isConstrained
        )
    }
}

extension NetworkPath.Interface {
    fileprivate init(_ path: NWPath) {
        let kinds = path.availableInterfaces.filter { path.usesInterfaceType($0.type) }.compactMap { Self($0.type) }
        self = kinds.first ?? .other
    }

    /// Returns nil for interface types that don't tell how the device is connected.
    private init?(_ type: NWInterface.InterfaceType) {
        switch type {
        case .wifi: self = .wifi
        case .wiredEthernet: self = .wired
        case .cellular: self = .cellular
        case .loopback, .other: return nil
        @unknown default: return nil
        }
    }
}

#endif
