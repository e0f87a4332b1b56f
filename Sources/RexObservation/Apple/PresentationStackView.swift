// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
public import SwiftUI

/// A `NavigationStack` whose pushed screens are a `PresentationStack` of the state.
///
/// ```swift
/// PresentationStackView(model.stack(\.path, action: AppAction.path)) {
///     NoteList(model: model)
/// } destination: { detail in
///     DetailScreen(model: detail)
/// }
/// ```
///
/// To push a screen, send an action whose reducer pushes it. When the user goes back,
/// `.dismissed(id)` is sent for the lowest screen that was closed. The model of a screen that is
/// animating out keeps its last state. A change in the middle of a transition waits for its end, one
/// second at most.
///
/// For several kinds of screens, make the state of a screen an enum, and show a view for each case.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
public struct PresentationStackView<Action, State: Sendable, Root: View, Destination: View>: View {
    private typealias Item = PresentationItem<Action, State>

    private let stack: ObservableStack<Action, State>
    private let root: () -> Root
    private let destination: (ObservableStore<Action, State>) -> Destination

    /// Creates the view of a stack.
    ///
    /// - Parameters:
    ///   - stack: The pushed screens.
    ///   - root: Returns the view below all screens.
    ///   - destination: Returns the view of a screen.
    public init(
        _ stack: ObservableStack<Action, State>,
        @ViewBuilder root: @escaping () -> Root,
        @ViewBuilder destination: @escaping (ObservableStore<Action, State>) -> Destination
    ) {
        self.stack = stack
        self.root = root
        self.destination = destination
    }

    /// The `NavigationStack`.
    public var body: some View {
        PresentationHost(stack.source, .stack) { bridge in
            NavigationStack(path: bridge.path) {
                root()
                    .onTransitionEnd { bridge.ended(showing: []) }
                    .navigationDestination(for: Item.self) { item in
                        destination(item.model).id(item.id).onTransitionEnd { bridge.appeared(item) }
                    }
            }
        }
    }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PresentationBridge {
    /// The screens of the stack, which SwiftUI shortens when the user goes back.
    fileprivate var path: Binding<[Item]> {
        let before = items
        return Binding { @MainActor in
            self.items
        } set: { @MainActor items in
            self.write(items, insteadOf: before)
        }
    }
}
#endif
