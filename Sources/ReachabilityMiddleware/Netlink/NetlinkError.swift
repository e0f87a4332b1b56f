// SPDX-License-Identifier: MIT

#if os(Linux)

/// The reason why a conversation with the kernel did not come to its end.
package enum NetlinkError: Error, Equatable {
    /// The bytes are not what the kernel's headers promise.
    case malformed

    /// The kernel refused, or a system call failed, with this `errno`.
    case system(Int32)

    /// The network changed while the kernel was listing it, or messages were lost.
    case interrupted
}

#endif
