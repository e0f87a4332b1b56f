// SPDX-License-Identifier: MIT

#if !canImport(Network) && !os(Linux)

extension PathMonitor {
    /// A monitor that cannot start: there is none for this platform.
    public static var live: PathMonitor { PathMonitor { _ in nil } }
}

#endif
