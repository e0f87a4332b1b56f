// SPDX-License-Identifier: MIT

#if os(Linux)

import CNetlink
import CRexSystem

/// Requests links, addresses, routes and nexthops from the kernel, and decides which changes need
/// another request.
///
/// It keeps one socket open for its requests, so that it also works when the process has no
/// descriptor left.
package struct NetlinkReader: Sendable {
    private let requests: NetlinkSocket
    private var lastRequest: UInt32 = 0
    private var buffer = [UInt8](repeating: 0, count: Self.bufferSize)

    package init() throws(NetlinkError) {
        requests = try .forRequests()
    }

    /// Ends its use.
    package func close() {
        requests.close()
    }

    /// Returns the current lists of the kernel.
    ///
    /// A list that changed while it was made is requested again.
    ///
    /// - Throws: The last error, after several attempts. If changes were the reason, more of them
    ///   are on their way.
    package mutating func snapshot() throws(NetlinkError) -> NetworkSnapshot {
        try Self.retried { () throws(NetlinkError) in try dump() }
    }

    /// Returns the result of the first attempt that does not throw.
    static func retried<Result>(_ attempt: () throws(NetlinkError) -> Result) throws(NetlinkError) -> Result {
        for _ in 1..<attempts {
            if let result = try? attempt() { return result }
        }
        return try attempt()
    }

    /// Reads all that `socket` holds and returns whether any of it, or what was lost, may concern
    /// the path.
    mutating func drain(_ socket: NetlinkSocket) -> Bool {
        var concernsPath = false
        while true {
            do {
                let datagram = try socket.receive(into: &buffer, waits: false)
                let messages = try NetlinkMessage.messages(in: datagram)
                concernsPath = concernsPath || messages.contains { $0.content != .irrelevant }
            } catch .system(let number) where number == EAGAIN {
                return concernsPath
            } catch .system(let number) where number != ENOBUFS {
                return true
            } catch {
                // Lost, truncated or unreadable: only the lists show what changed.
                concernsPath = true
            }
        }
    }

    private mutating func dump() throws(NetlinkError) -> NetworkSnapshot {
        // The rest of a list that was not read to its end would keep the kernel from beginning
        // another.
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

    /// More than the kernel puts into one datagram of a list.
    private static let bufferSize = 64 * 1024

    private static let attempts = 8
}

#endif
