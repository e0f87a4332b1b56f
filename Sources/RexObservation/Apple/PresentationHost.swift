// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
import SwiftUI

/// A view that presents something, with its bridge, which lives as long as the view.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
struct PresentationHost<Action, State: Sendable, Content: View>: View {
    typealias Bridge = PresentationBridge<Action, State>

    private let source: PresentationSource<Action, State>
    private let content: (Bridge) -> Content
    @SwiftUI.State private var bridge: Bridge

    init(
        _ source: PresentationSource<Action, State>,
        _ style: Bridge.Style,
        @ViewBuilder content: @escaping (Bridge) -> Content
    ) {
        self.source = source
        self.content = content
        _bridge = SwiftUI.State(initialValue: Bridge(style))
    }

    var body: some View {
        let bridge = bridge
        // Before the first read, so that a restored presentation is there at once.
        bridge.start(source)
        return content(bridge).onChange(of: source.identity) { bridge.follow(source) }
    }
}
#endif
