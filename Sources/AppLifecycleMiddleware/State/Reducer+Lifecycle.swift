// SPDX-License-Identifier: MIT

public import RexCore

extension Reducer where ActionType == AppLifecycleAction, StateType == AppLifecycle {
    /// The reducer that keeps an ``AppLifecycle`` up to date.
    ///
    /// Visible or not, active or not: each action sets one of the two and leaves the other. An
    /// action that says what is so already changes nothing.
    ///
    /// ```swift
    /// var lifecycle = AppLifecycle.initial
    /// Reducer.lifecycle.reduce(.willEnterForeground, &lifecycle)
    /// Reducer.lifecycle.reduce(.didBecomeActive, &lifecycle)
    /// lifecycle  // .foregroundActive
    /// ```
    public static var lifecycle: Reducer {
        .reduce { action, state in
            switch (action, state) {
            case (.didEnterBackground, .foregroundActive): state = .backgroundActive
            case (.didEnterBackground, .foregroundInactive): state = .backgroundInactive
            case (.willEnterForeground, .backgroundActive): state = .foregroundActive
            case (.willEnterForeground, .backgroundInactive): state = .foregroundInactive
            case (.didBecomeActive, .backgroundInactive): state = .backgroundActive
            case (.didBecomeActive, .foregroundInactive): state = .foregroundActive
            case (.willBecomeInactive, .backgroundActive): state = .backgroundInactive
            case (.willBecomeInactive, .foregroundActive): state = .foregroundInactive
            // The rest says what is so already.
            case (.didEnterBackground, .backgroundActive), (.didEnterBackground, .backgroundInactive),
                (.willEnterForeground, .foregroundActive), (.willEnterForeground, .foregroundInactive),
                (.didBecomeActive, .backgroundActive), (.didBecomeActive, .foregroundActive),
                (.willBecomeInactive, .backgroundInactive), (.willBecomeInactive, .foregroundInactive):
                break
            }
        }
    }
}
