// SPDX-License-Identifier: MIT

/// Where an app is in its life: whether it can be seen, and whether the user can work with it.
public enum AppLifecycle: String, Sendable, Hashable, Codable {
    /// Not visible, though `willBecomeInactive` has not come yet.
    case backgroundActive
    /// Neither visible nor in use; also what an app is before its start.
    case backgroundInactive
    /// Visible and in use.
    case foregroundActive
    /// Visible, but something else has the user's attention.
    case foregroundInactive

    /// What an app is before its start: ``backgroundInactive``.
    public static let initial = AppLifecycle.backgroundInactive
}
