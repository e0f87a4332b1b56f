// SPDX-License-Identifier: MIT

public import RexCore

extension Reducer where ActionType == AppLifecycleAction, StateType == AppLifecycle {
    /// Updates an ``AppLifecycle``.
    ///
    /// Each action changes either visibility or activity and leaves the other. Does nothing if the
    /// state already has the new value.
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
            // The state already has the new value.
            case (.didEnterBackground, .backgroundActive), (.didEnterBackground, .backgroundInactive),
                (.willEnterForeground, .foregroundActive), (.willEnterForeground, .foregroundInactive),
                (.didBecomeActive, .backgroundActive), (.didBecomeActive, .foregroundActive),
                (.willBecomeInactive, .backgroundInactive), (.willBecomeInactive, .foregroundInactive):
                break
            }
        }
    }
}
