// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// What becomes of a value that the subscriber has not requested yet.
enum OverflowPolicy {
    /// It waits, and so does everything behind it.
    case wait
    /// It is lost.
    case drop
    /// It waits until a newer one takes its place or the end comes.
    case keepNewest
    /// So many wait, even for the end; beyond that the oldest or the newest is lost.
    case buffer(Int, dropsOldest: Bool)
}
#endif
