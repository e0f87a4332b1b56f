// SPDX-License-Identifier: MIT

import CRexSystem
import RexCore

/// The timestamp of a log entry.
///
/// ```swift
/// let quiet = network.logger(stateDiffTransform: .none, time: .none)
/// ```
///
/// If an entry starts with an empty line, as a box does, its timestamp is on a line of its own.
public struct LogTime: Sendable {
    /// Returns the text for a store with this environment, or an empty text for no time.
    private let makeText: @Sendable (StoreEnvironment) -> String

    /// The time of day in UTC, as ISO 8601.
    ///
    /// In a `TestStore`, the time of its clock.
    ///
    /// ```text
    /// 2026-11-24T20:28:19.123Z didTapRow(id: 7) ← RowView.swift:12 body
    /// +0.300s didTapRow(id: 7) ← RowView.swift:12 body
    /// ```
    ///
    /// A test controls its store's clock, so the log is the same in each run.
    public static let `default` = LogTime { environment in
        environment.virtualTime.map(text(elapsed:)) ?? text(epoch: rex_epoch_nanoseconds())
    }

    /// No time.
    ///
    /// For printers that add their own, and for logs that are compared.
    public static let none = LogTime { _ in "" }

    /// The text that a function returns.
    ///
    /// It is called on the processing thread. An empty text means no time.
    public static func custom(_ makeText: @escaping @Sendable () -> String) -> LogTime {
        LogTime { _ in makeText() }
    }

    /// Returns the entry with its timestamp, for a store with this environment.
    func stamp(_ entry: String, in environment: StoreEnvironment) -> String {
        let time = makeText(environment)
        if time.isEmpty { return entry }
        let hasOwnLine = entry.utf8.first == UInt8(ascii: "\n")
        return hasOwnLine ? "\n\(time)\(entry)" : "\(time) \(entry)"
    }

    /// Formats the time since the start of a test, such as `+0.300s`.
    private static func text(elapsed: Duration) -> String {
        let (seconds, attoseconds) = elapsed.components
        return "+\(seconds).\(padded(attoseconds / 1_000_000_000_000_000, to: 3))s"
    }

    /// Formats the UTC time `nanoseconds` after 1970, such as `2026-11-24T20:28:19.123Z`.
    static func text(epoch nanoseconds: UInt64) -> String {
        let date = rex_utc_date(nanoseconds / 1_000_000_000)
        let day = "\(date.year)-\(padded(date.month))-\(padded(date.day))"
        let time = "\(padded(date.hour)):\(padded(date.minute)):\(padded(date.second))"
        return "\(day)T\(time).\(padded(nanoseconds / 1_000_000 % 1_000, to: 3))Z"
    }

    private static func padded(_ number: some BinaryInteger, to width: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
