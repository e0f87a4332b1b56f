// SPDX-License-Identifier: MIT

#if canImport(Darwin)
public import Foundation

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
            NotificationObserver(of: name, in: self) { receiver.send(action) }
        }
        return { for observer in observers { observer.cancel() } }
    }
}

/// The token of an observer of a notification.
///
/// Unchecked Sendable because the token is only passed back to its center, which accepts it on any
/// thread.
private final class NotificationObserver: @unchecked Sendable {
    private let center: NotificationCenter
    private let token: any NSObjectProtocol

    init(of name: Notification.Name, in center: NotificationCenter, _ body: @escaping @Sendable () -> Void) {
        self.center = center
        token = center.addObserver(forName: name, object: nil, queue: nil) { _ in body() }
    }

    func cancel() {
        center.removeObserver(token)
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
