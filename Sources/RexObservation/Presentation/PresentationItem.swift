// SPDX-License-Identifier: MIT

import RexNavigation

/// A presentation in a view, with its model.
///
/// It is identified by its model, since the ids of two containers are the same.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
struct PresentationItem<Action, State: Sendable>: Identifiable, Hashable, Sendable {
    let presentation: PresentationID
    let model: ObservableStore<Action, State>

    var id: ObjectIdentifier { ObjectIdentifier(model) }
}

extension [PresentationID] {
    /// Returns the presentations up to the one with this id, or nil if it isn't there.
    func through(_ id: PresentationID) -> [PresentationID]? {
        firstIndex(of: id).map { Array(self[...$0]) }
    }
}
