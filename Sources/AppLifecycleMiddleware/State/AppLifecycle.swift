// SPDX-License-Identifier: MIT

/// The phase of an app's life: visible or not, and usable by the user or not.
public enum AppLifecycle: String, Sendable, Hashable, Codable {
    /// Not visible, though `willBecomeInactive` has not come yet.
    case backgroundActive
    /// Neither visible nor in use; also what an app is before its start.
    case backgroundInactive
    /// Visible and in use.
    case foregroundActive
    /// Visible, but something else has the user's attention.
    case foregroundInactive

    /// The phase of an app before its start: ``backgroundInactive``.
    public static let initial = AppLifecycle.backgroundInactive
}
