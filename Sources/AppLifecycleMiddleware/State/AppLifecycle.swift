// SPDX-License-Identifier: MIT

/// Whether the app is visible, and whether the user can interact with it.
public enum AppLifecycle: String, Sendable, Hashable, Codable {
    /// Not visible, and `willBecomeInactive` hasn't been received yet.
    case backgroundActive
    /// Neither visible nor active. Also the phase before the app starts.
    case backgroundInactive
    /// Visible and active.
    case foregroundActive
    /// Visible but not active: the user is interacting with something else.
    case foregroundInactive

    /// The phase before the app starts: ``backgroundInactive``.
    public static let initial = AppLifecycle.backgroundInactive
}
