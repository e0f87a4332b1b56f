// SPDX-License-Identifier: MIT

#if os(Linux)

import CNetlink
import CRexSystem

/// Requests links, addresses, routes and nexthops from the kernel, and decides which changes
/// require another request.
///
/// It keeps a socket open for its requests, so that it works even when the process runs out of
/// descriptors.
package struct NetlinkReader: Sendable {
    private let requests: NetlinkSocket
    private var lastRequest: UInt32 = 0
    private var buffer = [UInt8](repeating: 0, count: Self.bufferSize)

    package init() throws(NetlinkError) {
        requests = try .forRequests()
    }

    /// Closes the socket.
    package func close() {
        requests.close()
    }

    /// Returns the current lists of the kernel.
    ///
    /// A list that changed while the kernel made it is requested again.
    ///
    /// - Throws: The error of the last attempt. If changes were the reason, more change messages
    ///   will follow.
    package mutating func snapshot() throws(NetlinkError) -> NetworkSnapshot {
        try Self.retried { () throws(NetlinkError) in try dump() }
    }

    /// Returns the result of the first attempt that doesn't throw.
    static func retried<Result>(_ attempt: () throws(NetlinkError) -> Result) throws(NetlinkError) -> Result {
        for _ in 1..<attempts {
            if let result = try? attempt() { return result }
        }
        return try attempt()
    }

    /// Reads all messages in `socket`.
    ///
    /// Returns whether one of them, or a lost one, may affect the path.
    mutating func drain(_ socket: NetlinkSocket) -> Bool {
        var affectsPath = false
        while true {
            do {
                let datagram = try socket.receive(into: &buffer, waits: false)
                let messages = try NetlinkMessage.messages(in: datagram)
                affectsPath = affectsPath || messages.contains { $0.content != .irrelevant }
            } catch .system(let number) where number == EAGAIN {
                return affectsPath
            } catch .system(let number) where number != ENOBUFS {
                return true
            } catch {
                // Messages were lost, truncated or unreadable, so only new lists show what changed.
                affectsPath = true
            }
        }
    }

    private mutating func dump() throws(NetlinkError) -> NetworkSnapshot {
        // Unread messages of an earlier list would prevent the kernel from starting another.
        _ = drain(requests)
        var snapshot = NetworkSnapshot()
        for type in [RTM_GETLINK, RTM_GETADDR, RTM_GETROUTE] { try list(type, into: &snapshot) }
        if snapshot.needsNexthops { try list(REX_RTM_GETNEXTHOP, into: &snapshot) }
        return snapshot
    }

    private mutating func list(_ type: Int, into snapshot: inout NetworkSnapshot) throws(NetlinkError) {
        lastRequest &+= 1
        try requests.requestDump(of: numericCast(type), sequence: lastRequest)
        var isComplete = false
        while !isComplete {
            let datagram = try requests.receive(into: &buffer, waits: true)
            isComplete = try snapshot.add(NetlinkMessage.messages(in: datagram), ofRequest: lastRequest)
        }
    }

    /// Larger than any datagram of a list from the kernel.
    private static let bufferSize = 64 * 1024

    private static let attempts = 8
}

#endif
