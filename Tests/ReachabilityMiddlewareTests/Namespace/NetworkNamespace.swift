// SPDX-License-Identifier: MIT

#if os(Linux)

import Foundation
import RexTestSupport
import Testing

/// A network namespace with virtual cables.
///
/// It is deleted with this object.
///
/// Nothing outside of it changes.
final class NetworkNamespace: Sendable {
    struct Failure: Error {
        let command: String
        let output: String
    }

    /// Whether this process may make network namespaces, for which it needs the `ip` program and
    /// administrator rights.
    static let isPermitted = (try? NetworkNamespace()) != nil

    /// Whether the kernel has nexthop objects, as Linux does since 5.3.
    static let hasNexthops = FileManager.default.fileExists(atPath: "/proc/sys/net/ipv4/nexthop_compat_mode")

    let name: String

    init() throws {
        name = "rex-\(UUID().uuidString.prefix(13))"
        try Self.run(["netns", "add", name])
        do {
            try ip("link set lo up")
        } catch {
            remove()
            throw error
        }
    }

    deinit {
        remove()
    }

    private func remove() {
        do {
            try Self.run(["netns", "delete", name])
        } catch {
            Issue.record(error, "The namespace \(name) could not be deleted.")
        }
    }

    /// Runs `ip` with these arguments in the namespace.
    func ip(_ arguments: String) throws {
        try Self.run(["-n", name] + arguments.split(separator: " ").map(String.init))
    }

    /// Runs many lines of `ip` arguments in the namespace, in one process.
    func batch(_ lines: [String]) throws {
        let file = FileManager.default.temporaryDirectory.appending(component: name)
        try Data(lines.joined(separator: "\n").utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try Self.run(["-n", name, "-batch", file.path()])
    }

    /// Adds a pair of interfaces that are both up: `name` with an address, and `name`-peer.
    func addCable(_ name: String, address: String) throws {
        try ip("link add \(name) type veth peer name \(name)-peer")
        // Link-local addresses would cause more messages a second or two later.
        try ip("link set \(name) addrgenmode none")
        try ip("link set \(name)-peer addrgenmode none")
        try ip("link set \(name)-peer up")
        try ip("link set \(name) up")
        try ip("address add \(address) dev \(name) nodad")
    }

    /// Makes the kernel report only the nexthop of a route that has one.
    func tellNexthopsAlone() throws {
        let command = "echo 0 > /proc/sys/net/ipv4/nexthop_compat_mode"
        try Self.run(["netns", "exec", name, "sh", "-c", command])
    }

    /// Starts the probe in the namespace.
    func probe(kinds: InterfaceFolders? = nil, descriptorLimit: Int? = nil) throws -> ChildProcess {
        let program = ChildProcess.productsDirectory + "/ReachabilityProbe"
        let limit = descriptorLimit.map { "ulimit -n \($0);" } ?? ""
        let command = ["sh", "-c", "\(limit) exec \"$0\" \"$@\"", program] + (kinds.map { [$0.path] } ?? [])
        return try ChildProcess(running: "ip", arguments: ["netns", "exec", name] + command)
    }

    private static func run(_ arguments: [String]) throws {
        let child = try ChildProcess(running: "ip", arguments: arguments)
        let output = child.remainingErrors()
        guard child.waitForExit() == .exited(0) else {
            throw Failure(command: arguments.joined(separator: " "), output: output)
        }
    }
}

#endif
