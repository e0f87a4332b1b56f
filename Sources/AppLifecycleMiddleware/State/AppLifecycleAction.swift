// SPDX-License-Identifier: MIT

/// A lifecycle event that has just happened or is about to happen.
public enum AppLifecycleAction: Sendable, Hashable, Codable {
    /// The app is no longer visible. From now on, it may be suspended or ended.
    case didEnterBackground
    /// The app is about to become visible, again or for the first time.
    case willEnterForeground
    /// The user can interact with the app now.
    case didBecomeActive
    /// The user is about to be unable to interact with the app.
    case willBecomeInactive
}

extension AppLifecycleAction {
    /// `()` for `didEnterBackground`, otherwise nil.
    ///
    /// For key paths.
    public var didEnterBackground: Void? { self == .didEnterBackground ? () : nil }

    /// `()` for `willEnterForeground`, otherwise nil.
    ///
    /// For key paths.
    public var willEnterForeground: Void? { self == .willEnterForeground ? () : nil }

    /// `()` for `didBecomeActive`, otherwise nil.
    ///
    /// For key paths.
    public var didBecomeActive: Void? { self == .didBecomeActive ? () : nil }

    /// `()` for `willBecomeInactive`, otherwise nil.
    ///
    /// For key paths.
    public var willBecomeInactive: Void? { self == .willBecomeInactive ? () : nil }
}
