// SPDX-License-Identifier: MIT

#if canImport(UIKit) && !os(watchOS)
public import RexNavigation
public import UIKit

/// Keeps a part of UIKit in step with presentations of the state, until it is released.
@available(iOS 17, tvOS 17, *)
@MainActor public final class PresentationConnection {
    private let adapter: AnyObject

    init(_ adapter: AnyObject) {
        self.adapter = adapter
    }
}

@available(iOS 17, tvOS 17, *)
extension UIViewController {
    /// Presents a view controller for each presentation of the state, until the result is released.
    ///
    /// ```swift
    /// connection = controller.present(model.presented(\.editor, action: DetailAction.editor)) { editor in
    ///     EditorController(model: editor)
    /// }
    /// ```
    ///
    /// Call it once, for example in `viewDidLoad`, and keep the result. When the user swipes the view
    /// controller away, `.dismissed(id)` is sent. To close it with a button, send an action; UIKit
    /// reports no call of `dismiss(animated:)`. A view controller that is outside of a window or
    /// presents something else presents as soon as it can, within a second.
    ///
    /// - Parameters:
    ///   - presented: The presentation.
    ///   - animated: Whether transitions are animated.
    ///   - make: Returns the view controller of a presentation. Its model keeps the last state while
    ///     it closes. The delegate of its presentation controller is set.
    public func present<Action, State: Sendable>(
        _ presented: ObservablePresented<Action, State>,
        animated: Bool = true,
        make: @escaping (ObservableStore<Action, State>) -> UIViewController
    ) -> PresentationConnection {
        PresentationConnection(
            PresentedAdapter(presented.source, from: self, animated: animated) { item, _ in make(item.model) }
        )
    }

    /// Presents a dialog of the state as an alert, until the result is released.
    ///
    /// ```swift
    /// connection = controller.presentAlert(model.presented(\.alert, action: AppAction.alert))
    /// ```
    ///
    /// A button sends its choice, which ends the dialog. A button without a choice sends
    /// `.dismissed(id)`. See `present(_:animated:make:)`.
    ///
    /// - Parameters:
    ///   - dialog: The dialog.
    ///   - style: Whether it is an alert or an action sheet.
    ///   - animated: Whether transitions are animated.
    public func presentAlert<Choice>(
        _ dialog: ObservablePresented<Choice, Dialog<Choice>>,
        style: UIAlertController.Style = .alert,
        animated: Bool = true
    ) -> PresentationConnection {
        let adapter = PresentedAdapter(dialog.source, from: self, animated: animated) { item, adapter in
            UIAlertController(item.model.state, style: style) { [weak adapter] in adapter?.choose($0, in: item) }
        }
        return PresentationConnection(adapter)
    }
}

@available(iOS 17, tvOS 17, *)
extension UIAlertController {
    fileprivate convenience init<Choice>(
        _ dialog: Dialog<Choice>,
        style: Style,
        choose: @escaping (Choice?) -> Void
    ) {
        self.init(title: dialog.title, message: dialog.message, preferredStyle: style)
        for button in dialog.buttons {
            let style = button.role.map(UIAlertAction.Style.init) ?? .default
            addAction(UIAlertAction(title: button.title, style: style) { _ in choose(button.choice) })
        }
    }
}

/// Presents and dismisses the view controller that a bridge requests.
@available(iOS 17, tvOS 17, *)
@MainActor
private final class PresentedAdapter<Action, State: Sendable>: NSObject, UIAdaptivePresentationControllerDelegate {
    typealias Bridge = PresentationBridge<Action, State>

    private let bridge = Bridge(.sheet)
    private weak var presenter: UIViewController?
    private let isAnimated: Bool
    private let make: (Bridge.Item, PresentedAdapter) -> UIViewController
    private var current: (item: Bridge.Item, controller: UIViewController)?

    init(
        _ source: PresentationSource<Action, State>,
        from presenter: UIViewController,
        animated: Bool,
        make: @escaping (Bridge.Item, PresentedAdapter) -> UIViewController
    ) {
        self.presenter = presenter
        isAnimated = animated
        self.make = make
        super.init()
        bridge.onRequest = { [weak self] in self?.show($0.last) }
        bridge.start(source)
    }

    private func show(_ item: Bridge.Item?) {
        guard let item else { return close() }
        guard item != current?.item else { return bridge.appeared(item) }
        // Otherwise UIKit would ignore the request. The bridge makes it again after its limit.
        guard let presenter, presenter.viewIfLoaded?.window != nil, presenter.presentedViewController == nil else {
            return
        }
        let controller = make(item, self)
        // An alert reports its end by its buttons.
        if !(controller is UIAlertController) { controller.presentationController?.delegate = self }
        current = (item, controller)
        presenter.present(controller, animated: isAnimated) { [bridge] in bridge.appeared(item) }
    }

    private func close() {
        let presenting = current?.controller.presentingViewController
        current = nil
        guard let presenting else { return bridge.ended(showing: []) }
        presenting.dismiss(animated: isAnimated) { [bridge] in bridge.ended(showing: []) }
    }

    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
        guard let current, current.controller === presentationController.presentedViewController else { return }
        closed(current.item)
    }

    private func closed(_ item: Bridge.Item) {
        current = nil
        bridge.write([], insteadOf: [item])
        bridge.ended(showing: [])
    }

    /// Sends the choice of an alert, which the system has closed.
    func choose(_ choice: Action?, in item: Bridge.Item) {
        if item == current?.item { current = nil }
        if let choice { item.send(choice) }
        closed(item)
    }
}

@available(iOS 17, tvOS 17, *)
extension UIAlertAction.Style {
    fileprivate init(_ role: DialogRole) {
        switch role {
        case .cancel: self = .cancel
        case .destructive: self = .destructive
        }
    }
}
#endif
