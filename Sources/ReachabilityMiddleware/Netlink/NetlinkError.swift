// SPDX-License-Identifier: MIT

#if os(Linux)

/// The reason why a request to the kernel failed.
package enum NetlinkError: Error, Equatable {
    /// The bytes don't have the format of the kernel's headers.
    case malformed

    /// The kernel refused the request, or a system call failed, with this `errno`.
    case system(Int32)

    /// The network changed while the kernel was listing it, or messages were lost.
    case interrupted
}

#endif
