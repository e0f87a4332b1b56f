// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// What to do with a value that exceeds the demand.
enum OverflowPolicy {
    /// Keep the value and all later events.
    case wait
    /// Drop the value.
    case drop
    /// Keep the value until a newer value replaces it or the publisher completes.
    case keepNewest
    /// Keep at most this many values, which precede the completion. If the buffer is full, drop the
    /// oldest or the newest value.
    case buffer(Int, dropsOldest: Bool)
}
#endif
