// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
import SwiftUI
#if canImport(UIKit) && !os(watchOS)
import UIKit
#endif

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension View {
    /// Calls a function when this view is on the screen and its transition has ended.
    ///
    /// Where views are hosted by UIKit, `onAppear` comes at the start of the transition, and a
    /// dismissal before its end may be lost. So the end is taken from a view controller there.
    @ViewBuilder func onTransitionEnd(perform action: @escaping @MainActor () -> Void) -> some View {
        #if canImport(UIKit) && !os(watchOS)
        background { AppearanceProbe(action: action) }
        #else
        onAppear { action() }
        #endif
    }
}

#if canImport(UIKit) && !os(watchOS)
/// An empty view whose controller reports the end of each transition to its screen.
private struct AppearanceProbe: UIViewControllerRepresentable {
    let action: @MainActor () -> Void

    func makeUIViewController(context: Context) -> Controller { Controller(nibName: nil, bundle: nil) }

    func updateUIViewController(_ controller: Controller, context: Context) {
        controller.action = action
    }

    final class Controller: UIViewController {
        var action: @MainActor () -> Void = {}

        override func viewDidAppear(_ animated: Bool) {
            super.viewDidAppear(animated)
            action()
        }
    }
}
#endif
#endif
