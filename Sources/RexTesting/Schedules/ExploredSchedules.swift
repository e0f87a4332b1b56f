// SPDX-License-Identifier: MIT

/// The result of `exploreSchedules`.
public struct ExploredSchedules: Sendable, CustomStringConvertible {
    /// The number of schedules that were tried, without those that made a failing one smaller.
    public let count: Int
    /// True if there are no others.
    public let areAll: Bool
    /// A text such as `all 2,520 orders` or `5,000 orders`.
    public let description: String

    init(_ search: ScheduleSearch) {
        (count, areAll, description) = (search.tried, search.areAll, search.summary)
    }
}
