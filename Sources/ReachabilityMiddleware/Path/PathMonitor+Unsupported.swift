// SPDX-License-Identifier: MIT

#if !canImport(Network) && !os(Linux)

extension PathMonitor {
    /// A monitor that can't start: Rex has none for this platform.
    public static var live: PathMonitor { PathMonitor { _ in nil } }
}

#endif
