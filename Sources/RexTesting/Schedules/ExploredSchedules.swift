// SPDX-License-Identifier: MIT

/// The result of `exploreSchedules`.
public struct ExploredSchedules: Sendable, CustomStringConvertible {
    /// The number of schedules that were tried, without those that made a failing one smaller.
    public let count: Int
    /// Whether these were all schedules; otherwise they are a sample.
    public let areAll: Bool
    /// The real time that it took to make a failing schedule smaller; zero if none failed.
    public let shrinkingTime: Duration
    /// A text such as `all 2,520 orders` or `a sample of 5,000 orders`.
    public let description: String

    init(_ search: ScheduleSearch) {
        (count, areAll, description) = (search.tried, search.areAll, search.summary)
        shrinkingTime = search.shrinkingTime
    }
}
