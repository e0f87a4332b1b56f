// SPDX-License-Identifier: MIT

/// An event in the life of an app that just happened, or is about to happen.
public enum AppLifecycleAction: Sendable, Hashable, Codable {
    /// The app is no longer visible, and may be suspended or ended from now on.
    case didEnterBackground
    /// The app is about to be visible again, or for the first time.
    case willEnterForeground
    /// The user can work with the app now.
    case didBecomeActive
    /// The user will not be able to work with the app for a while.
    case willBecomeInactive
}

extension AppLifecycleAction {
    /// `()` if the action is `didEnterBackground`, nil if it is another; made for key paths.
    public var didEnterBackground: Void? { self == .didEnterBackground ? () : nil }

    /// `()` if the action is `willEnterForeground`, nil if it is another; made for key paths.
    public var willEnterForeground: Void? { self == .willEnterForeground ? () : nil }

    /// `()` if the action is `didBecomeActive`, nil if it is another; made for key paths.
    public var didBecomeActive: Void? { self == .didBecomeActive ? () : nil }

    /// `()` if the action is `willBecomeInactive`, nil if it is another; made for key paths.
    public var willBecomeInactive: Void? { self == .willBecomeInactive ? () : nil }
}
