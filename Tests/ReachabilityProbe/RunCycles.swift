// SPDX-License-Identifier: MIT

#if os(Linux)

import Dispatch
import ReachabilityMiddleware

#if canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Starts and ends many runs of the live monitor in sequence, to check for leaked descriptors and threads.
enum RunCycles {
    static func leftovers(ofRuns count: Int, kinds: InterfaceKinds) -> String {
        // The first runs create objects that the system keeps, such as threads of its pool.
        for _ in 0..<5 { run(kinds: kinds) }
        let before = (descriptors: entries(of: "/proc/self/fd"), threads: entries(of: "/proc/self/task"))
        for _ in 0..<count { run(kinds: kinds) }
        let after = (descriptors: entries(of: "/proc/self/fd"), threads: entries(of: "/proc/self/task"))
        return "descriptors \(after.descriptors - before.descriptors) threads \(after.threads - before.threads)"
    }

    /// Runs the monitor once: starts it, waits for its first path, ends it, and waits until its
    /// sockets are closed.
    private static func run(kinds: InterfaceKinds) {
        let firstPath = DispatchSemaphore(value: 0)
        let closed = DispatchSemaphore(value: 0)
        let cancel = PathMonitor.netlink(kinds: kinds) { closed.signal() }.start { _ in firstPath.signal() }
        firstPath.wait()
        cancel?()
        closed.wait()
    }

    private static func entries(of directory: String) -> Int {
        guard let stream = unsafe opendir(directory) else { return 0 }
        defer { unsafe closedir(stream) }
        var count = 0
        while unsafe readdir(stream) != nil { count += 1 }
        return count
    }
}

#endif
