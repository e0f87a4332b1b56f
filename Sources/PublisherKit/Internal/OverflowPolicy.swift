// SPDX-License-Identifier: MIT

#if !canImport(Combine)
/// The treatment of a value that the subscriber has not requested yet.
enum OverflowPolicy {
    /// Keeps the value and everything behind it.
    case wait
    /// Drops the value.
    case drop
    /// Keeps the value until a newer one replaces it or the end comes.
    case keepNewest
    /// Keeps so many values, before the end too; beyond that the oldest or the newest is lost.
    case buffer(Int, dropsOldest: Bool)
}
#endif
