// SPDX-License-Identifier: MIT

#if canImport(Darwin)
public import Foundation
import RexCore

#if os(watchOS)
import WatchKit
#elseif canImport(UIKit)
import UIKit
#elseif canImport(AppKit)
import AppKit
#endif

/// Publishes the notifications that are posted to this notification center.
///
/// | action | UIKit and WatchKit | AppKit |
/// |---|---|---|
/// | `willEnterForeground` | will enter foreground | will unhide |
/// | `didBecomeActive` | did become active | did become active |
/// | `willBecomeInactive` | will resign active | will resign active |
/// | `didEnterBackground` | did enter background | did hide |
///
/// Actions are sent on the thread that posts the notification. The system posts these on the main
/// thread.
extension NotificationCenter: AppLifecyclePublisher {
    /// Observes the notifications of this platform until the returned function is called.
    public func subscribe(_ receiver: AppLifecycleReceiver) -> @Sendable () -> Void {
        let observers = lifecycleNotifications.map { name, action in
            addObserver(forName: name, object: nil, queue: nil) { _ in receiver.send(action) }
        }
        let tokens = Lock(observers)
        return { tokens.withLock { for token in $0 { self.removeObserver(token) } } }
    }
}

private let lifecycleNotifications: [(Notification.Name, AppLifecycleAction)] = {
    #if os(watchOS)
    [
        (WKApplication.willEnterForegroundNotification, .willEnterForeground),
        (WKApplication.didBecomeActiveNotification, .didBecomeActive),
        (WKApplication.willResignActiveNotification, .willBecomeInactive),
        (WKApplication.didEnterBackgroundNotification, .didEnterBackground),
    ]
    #elseif canImport(UIKit)
    [
        (UIApplication.willEnterForegroundNotification, .willEnterForeground),
        (UIApplication.didBecomeActiveNotification, .didBecomeActive),
        (UIApplication.willResignActiveNotification, .willBecomeInactive),
        (UIApplication.didEnterBackgroundNotification, .didEnterBackground),
    ]
    #elseif canImport(AppKit)
    [
        (NSApplication.willUnhideNotification, .willEnterForeground),
        (NSApplication.didBecomeActiveNotification, .didBecomeActive),
        (NSApplication.willResignActiveNotification, .willBecomeInactive),
        (NSApplication.didHideNotification, .didEnterBackground),
    ]
    #endif
}()
#endif
