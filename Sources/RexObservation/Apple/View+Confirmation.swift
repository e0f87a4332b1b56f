// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
public import RexNavigation
public import SwiftUI

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension View {
    /// Shows a confirmation of the state as an alert.
    ///
    /// ```swift
    /// .alert(model.presented(\.alert, action: AppAction.alert))
    /// ```
    ///
    /// A button sends its choice, which ends the confirmation. Without a choice, or if the user closes
    /// the alert in another way, `.dismissed(id)` is sent.
    public func alert<Choice>(_ confirmation: ObservablePresented<Choice, Confirmation<Choice>>) -> some View {
        PresentationHost(confirmation.source, .confirmation) { bridge in
            self.alert(bridge.title(), isPresented: bridge.isPresented, presenting: bridge.latest) { item in
                ConfirmationButtons(item: item)
            } message: { item in
                ConfirmationMessage(confirmation: item.model.state)
            }
        }
    }

    /// Shows a confirmation of the state as a dialog with a button for each choice.
    ///
    /// See `alert(_:)`.
    ///
    /// - Parameters:
    ///   - confirmation: The confirmation.
    ///   - titleVisibility: Whether the title is shown.
    public func confirmationDialog<Choice>(
        _ confirmation: ObservablePresented<Choice, Confirmation<Choice>>,
        titleVisibility: Visibility = .automatic
    ) -> some View {
        PresentationHost(confirmation.source, .confirmation) { bridge in
            self.confirmationDialog(
                bridge.title(),
                isPresented: bridge.isPresented,
                titleVisibility: titleVisibility,
                presenting: bridge.latest
            ) { item in
                ConfirmationButtons(item: item)
            } message: { item in
                ConfirmationMessage(confirmation: item.model.state)
            }
        }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
private struct ConfirmationButtons<Choice>: View where Confirmation<Choice>: Sendable {
    let item: PresentationItem<Choice, Confirmation<Choice>>

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
private struct ConfirmationMessage<Choice>: View {
    let confirmation: Confirmation<Choice>

    var body: some View {
        if let message = confirmation.message { Text(message) }
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
    fileprivate func title<Choice>() -> Text where State == Confirmation<Choice> {
        Text(latest?.model.title ?? "")
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ButtonRole {
    fileprivate init(_ role: ConfirmationRole) {
        switch role {
        case .cancel: self = .cancel
        case .destructive: self = .destructive
        }
    }
}
#endif
