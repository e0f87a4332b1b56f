// SPDX-License-Identifier: MIT

/// The result of `exploreSchedules`.
public struct ExploredSchedules: Sendable, CustomStringConvertible {
    /// The number of schedules that were tried, except for shrinking.
    ///
    /// Some of them may have the same order.
    public let count: Int
    /// Whether all schedules were tried.
    ///
    /// Otherwise there may be orders that were not tried.
    public let areAll: Bool
    /// The real time that shrinking took.
    ///
    /// Zero if no schedule failed.
    public let shrinkingTime: Duration
    /// A text such as `all 35 orders` or `27 different orders, perhaps not all`.
    public let description: String

    init(_ search: ScheduleSearch) {
        (count, areAll, description) = (search.tried, search.areAll, search.summary)
        shrinkingTime = search.shrinkingTime
    }
}
