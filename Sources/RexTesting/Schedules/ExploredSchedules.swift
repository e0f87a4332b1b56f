// SPDX-License-Identifier: MIT

/// The result of `exploreSchedules`.
public struct ExploredSchedules: Sendable, CustomStringConvertible {
    /// The number of schedules that were tried, except for shrinking.
    public let count: Int
    /// Whether all schedules were tried.
    ///
    /// Otherwise they are a sample.
    public let areAll: Bool
    /// The real time that shrinking took.
    ///
    /// Zero if no schedule failed.
    public let shrinkingTime: Duration
    /// A text such as `all 2,520 orders` or `a sample of 5,000 orders`.
    public let description: String

    init(_ search: ScheduleSearch) {
        (count, areAll, description) = (search.tried, search.areAll, search.summary)
        shrinkingTime = search.shrinkingTime
    }
}
