// SPDX-License-Identifier: MIT

#if canImport(UIKit) && !os(watchOS)
public import UIKit

@available(iOS 17, tvOS 17, *)
extension UINavigationController {
    /// Pushes a view controller for each screen of a stack of the state, until the result is
    /// released.
    ///
    /// ```swift
    /// connection = navigation.push(model.stack(\.path, action: AppAction.path)) { detail in
    ///     DetailController(model: detail)
    /// }
    /// ```
    ///
    /// Call it once, and keep the result. The present view controllers stay below the screens. When
    /// the user goes back, `.dismissed(id)` is sent for the lowest screen that was closed. To push a
    /// screen, send an action. The delegate of the navigation controller is set.
    ///
    /// - Parameters:
    ///   - stack: The pushed screens.
    ///   - make: Returns the view controller of a screen. Its model keeps the last state while it is
    ///     animating out.
    public func push<Action, State: Sendable>(
        _ stack: ObservableStack<Action, State>,
        make: @escaping (ObservableStore<Action, State>) -> UIViewController
    ) -> PresentationConnection {
        PresentationConnection(StackAdapter(stack.source, in: self, make: make))
    }
}

/// Sets the view controllers that a bridge requests.
@available(iOS 17, tvOS 17, *)
@MainActor private final class StackAdapter<Action, State: Sendable>: NSObject, UINavigationControllerDelegate {
    typealias Bridge = PresentationBridge<Action, State>

    private let bridge = Bridge(.stack)
    private weak var navigation: UINavigationController?
    private let base: [UIViewController]
    private let make: (ObservableStore<Action, State>) -> UIViewController
    private var screens: [(item: Bridge.Item, controller: UIViewController)] = []

    init(
        _ source: PresentationSource<Action, State>,
        in navigation: UINavigationController,
        make: @escaping (ObservableStore<Action, State>) -> UIViewController
    ) {
        self.navigation = navigation
        self.make = make
        base = navigation.viewControllers
        super.init()
        navigation.delegate = self
        bridge.onRequest = { [weak self] in self?.show($0) }
        bridge.start(source)
    }

    private func show(_ items: [Bridge.Item]) {
        guard let navigation else { return }
        screens = items.map { item in
            screens.first { $0.item == item } ?? (item, make(item.model))
        }
        let controllers = base + screens.map(\.controller)
        let isChanged = controllers != navigation.viewControllers
        let isVisible = navigation.viewIfLoaded?.window != nil
        if isChanged { navigation.setViewControllers(controllers, animated: isVisible) }
        // Otherwise UIKit announces nothing.
        if !isChanged || !isVisible { bridge.ended(showing: items.map(\.presentation)) }
    }

    /// Returns the screens that are left in a navigation controller.
    private func left(in navigation: UINavigationController) -> [Bridge.Item] {
        screens.filter { navigation.viewControllers.contains($0.controller) }.map(\.item)
    }

    func navigationController(
        _ navigationController: UINavigationController,
        willShow viewController: UIViewController,
        animated: Bool
    ) {
        guard left(in: navigationController).count < screens.count else { return }
        bridge.began()
        navigationController.transitionCoordinator?.notifyWhenInteractionChanges { [weak self] context in
            guard let self, context.isCancelled else { return }
            bridge.ended(showing: screens.map(\.item.presentation))
        }
    }

    func navigationController(
        _ navigationController: UINavigationController,
        didShow viewController: UIViewController,
        animated: Bool
    ) {
        let (before, left) = (screens.map(\.item), left(in: navigationController))
        screens.removeAll { !left.contains($0.item) }
        bridge.write(left, insteadOf: before)
        bridge.ended(showing: left.map(\.presentation))
    }
}
#endif
