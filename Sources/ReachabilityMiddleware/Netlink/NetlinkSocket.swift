// SPDX-License-Identifier: MIT

#if os(Linux)

import CNetlink
import CRexSystem

/// A routing socket of the kernel.
///
/// Open until ``close()``.
struct NetlinkSocket: Sendable {
    let descriptor: Int32

    /// Opens a socket that receives changes to links, addresses and routes from now on.
    static func forChanges() throws(NetlinkError) -> NetlinkSocket {
        try NetlinkSocket(groups: rex_netlink_path_groups())
    }

    /// Opens a socket for requests only.
    ///
    /// The kernel answers at once, so a second without an answer is an error.
    static func forRequests() throws(NetlinkError) -> NetlinkSocket {
        let socket = try NetlinkSocket(groups: 0)
        rex_netlink_set_receive_timeout(socket.descriptor, 1)
        return socket
    }

    private init(groups: UInt32) throws(NetlinkError) {
        descriptor = rex_netlink_open(groups)
        guard descriptor >= 0 else { throw .system(rex_errno()) }
    }

    func close() {
        _ = rex_netlink_close(descriptor)
    }

    /// Requests all messages of one type.
    func requestDump(of type: UInt16, sequence: UInt32) throws(NetlinkError) {
        guard rex_netlink_request_dump(descriptor, type, sequence) >= 0 else { throw .system(rex_errno()) }
    }

    /// Returns the next datagram from the kernel.
    ///
    /// Datagrams of other processes are skipped.
    ///
    /// - Parameter waits: If false, an empty socket throws `EAGAIN` at once.
    /// - Throws: ``NetlinkError/interrupted`` if the datagram doesn't fit into `buffer`.
    func receive(into buffer: inout [UInt8], waits: Bool) throws(NetlinkError) -> ArraySlice<UInt8> {
        while true {
            var isFromKernel: Int32 = 0
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe rex_netlink_receive(descriptor, $0.baseAddress, $0.count, waits ? 1 : 0, &isFromKernel)
            }
            guard count >= 0 else {
                if rex_errno() == EINTR { continue }
                throw .system(rex_errno())
            }
            guard isFromKernel != 0 else { continue }
            guard count <= buffer.count else { throw .interrupted }
            return buffer[..<count]
        }
    }
}

#endif
