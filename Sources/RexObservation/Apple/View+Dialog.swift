// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
public import RexNavigation
public import SwiftUI

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension View {
    /// Shows a dialog of the state as an alert.
    ///
    /// ```swift
    /// .alert(model.presented(\.alert, action: AppAction.alert))
    /// ```
    ///
    /// A button sends its choice, which ends the dialog. Without a choice, or if the user closes
    /// the alert in another way, `.dismissed(id)` is sent.
    public func alert<Choice>(_ dialog: ObservablePresented<Choice, Dialog<Choice>>) -> some View {
        PresentationHost(dialog.source, .dialog) { bridge in
            self.alert(bridge.title(), isPresented: bridge.isPresented, presenting: bridge.latest) { item in
                DialogButtons(item: item)
            } message: { item in
                DialogMessage(dialog: item.model.state)
            }
        }
    }

    /// Shows a dialog of the state as a confirmation dialog, with a button for each choice.
    ///
    /// See `alert(_:)`.
    ///
    /// - Parameters:
    ///   - dialog: The dialog.
    ///   - titleVisibility: Whether the title is shown.
    public func confirmationDialog<Choice>(
        _ dialog: ObservablePresented<Choice, Dialog<Choice>>,
        titleVisibility: Visibility = .automatic
    ) -> some View {
        PresentationHost(dialog.source, .dialog) { bridge in
            self.confirmationDialog(
                bridge.title(),
                isPresented: bridge.isPresented,
                titleVisibility: titleVisibility,
                presenting: bridge.latest
            ) { item in
                DialogButtons(item: item)
            } message: { item in
                DialogMessage(dialog: item.model.state)
            }
        }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
private struct DialogButtons<Choice>: View where Dialog<Choice>: Sendable {
    let item: PresentationItem<Choice, Dialog<Choice>>

    var body: some View {
        let buttons = item.model.buttons
        ForEach(buttons.indices, id: \.self) { index in
            let button = buttons[index]
            Button(button.title, role: button.role.map(ButtonRole.init)) {
                if let choice = button.choice { item.send(choice) }
            }
        }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
private struct DialogMessage<Choice>: View {
    let dialog: Dialog<Choice>

    var body: some View {
        if let message = dialog.message { Text(message) }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PresentationBridge {
    /// Whether an alert is shown, which the system sets to false when the user closes it.
    fileprivate var isPresented: Binding<Bool> {
        let before = items
        return Binding { @MainActor in
            !self.items.isEmpty
        } set: { @MainActor isPresented in
            if !isPresented { self.write([], insteadOf: before) }
        }
    }

    /// The title, also while the alert closes.
    fileprivate func title<Choice>() -> Text where State == Dialog<Choice> {
        Text(latest?.model.title ?? "")
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ButtonRole {
    fileprivate init(_ role: DialogRole) {
        switch role {
        case .cancel: self = .cancel
        case .destructive: self = .destructive
        }
    }
}
#endif
