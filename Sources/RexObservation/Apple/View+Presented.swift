// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
public import SwiftUI

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension View {
    /// Shows a presentation of the state as a sheet.
    ///
    /// ```swift
    /// .sheet(model.presented(\.editor, action: DetailAction.editor)) { editor in
    ///     EditorScreen(model: editor)
    /// }
    /// ```
    ///
    /// When the user closes the sheet, `.dismissed(id)` is sent. Nothing is sent when the state has
    /// closed it. If the state replaces the presentation, the sheet closes, and another one opens.
    /// A change in the middle of a transition waits for its end, one second at most.
    ///
    /// - Parameters:
    ///   - presented: The presentation. If an update of this view passes that of another model, the
    ///     sheet closes, and that one opens.
    ///   - content: Returns the view of a presentation. Its model keeps the last state while the
    ///     sheet closes.
    public func sheet<Action, State: Sendable, Sheet: View>(
        _ presented: ObservablePresented<Action, State>,
        @ViewBuilder content: @escaping (ObservableStore<Action, State>) -> Sheet
    ) -> some View {
        PresentationHost(presented.source, .sheet) { bridge in
            self.sheet(item: bridge.item) {
                bridge.ended(showing: [])
            } content: { item in
                content(item.model).onTransitionEnd { bridge.appeared(item) }
            }
        }
    }

    #if !os(macOS)
    /// Shows a presentation of the state as a view that covers the screen.
    ///
    /// See `sheet(_:content:)`.
    public func fullScreenCover<Action, State: Sendable, Cover: View>(
        _ presented: ObservablePresented<Action, State>,
        @ViewBuilder content: @escaping (ObservableStore<Action, State>) -> Cover
    ) -> some View {
        PresentationHost(presented.source, .sheet) { bridge in
            self.fullScreenCover(item: bridge.item) {
                bridge.ended(showing: [])
            } content: { item in
                content(item.model).onTransitionEnd { bridge.appeared(item) }
            }
        }
    }
    #endif

    #if !os(tvOS) && !os(watchOS)
    /// Shows a presentation of the state as a popover.
    ///
    /// See `sheet(_:content:)`.
    ///
    /// - Parameters:
    ///   - presented: The presentation.
    ///   - anchor: The point or rectangle of this view that the popover is attached to.
    ///   - edge: The edge of the anchor that the arrow of the popover is at.
    ///   - content: Returns the view of a presentation.
    public func popover<Action, State: Sendable, Popover: View>(
        _ presented: ObservablePresented<Action, State>,
        attachmentAnchor anchor: PopoverAttachmentAnchor = .rect(.bounds),
        arrowEdge edge: Edge = .top,
        @ViewBuilder content: @escaping (ObservableStore<Action, State>) -> Popover
    ) -> some View {
        PresentationHost(presented.source, .sheet) { bridge in
            self.popover(item: bridge.item, attachmentAnchor: anchor, arrowEdge: edge) { item in
                content(item.model)
                    .onTransitionEnd { bridge.appeared(item) }
                    .onDisappear { bridge.ended(showing: []) }
            }
        }
    }
    #endif
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension PresentationBridge {
    /// A binding to the presentation, which the user closes by setting it to nil.
    fileprivate var item: Binding<Item?> {
        let before = items
        return Binding { @MainActor in
            self.items.last
        } set: { @MainActor item in
            if item == nil { self.write([], insteadOf: before) }
        }
    }
}
#endif
