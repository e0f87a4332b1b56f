// SPDX-License-Identifier: MIT

#if !canImport(Network) && !os(Linux)

extension PathMonitor {
    /// A monitor that never tells a path: there is none for this platform.
    public static var live: PathMonitor { .scripted([]) }
}

#endif
