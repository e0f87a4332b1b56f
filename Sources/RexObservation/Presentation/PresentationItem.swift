// SPDX-License-Identifier: MIT

import RexNavigation

/// A presentation in a view, with its model.
///
/// It is identified by its model, since the ids of two containers are the same.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
struct PresentationItem<Action, State: Sendable>: Identifiable, Hashable, Sendable {
    let presentation: PresentationID
    let model: ObservableStore<Action, State>
    private let source: PresentationSource<Action, State>

    /// Returns nil if the presentation is gone.
    @MainActor init?(_ id: PresentationID, in source: PresentationSource<Action, State>) {
        guard let model = source.model(id) else { return nil }
        (presentation, self.model, self.source) = (id, model, source)
    }

    var id: ObjectIdentifier { ObjectIdentifier(model) }

    /// Sends an action to the presentation, with the location of its container as the source.
    @MainActor func send(_ action: Action) {
        source.send(presentation, action)
    }

    static func == (one: PresentationItem, other: PresentationItem) -> Bool { one.model === other.model }

    func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension [PresentationID] {
    /// Returns the presentations up to the one with this id, or nil if it isn't there.
    func through(_ id: PresentationID) -> [PresentationID]? {
        firstIndex(of: id).map { Array(self[...$0]) }
    }
}
