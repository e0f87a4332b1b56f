// SPDX-License-Identifier: MIT

#if canImport(SwiftUI)
public import SwiftUI

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
extension ForEach where Content: View {
    /// Shows the elements of a collection in the state by id.
    ///
    /// Only visible elements get a model.
    ///
    /// ```swift
    /// ForEach(model.elements(\.todos, action: AppAction.row)) { row in RowView(model: row) }
    /// ```
    nonisolated public init<Action, Element>(
        _ elements: ObservableElements<Action, Element>,
        @ViewBuilder content: @escaping (ObservableStore<Action, Element>) -> Content
    ) where Data == LazyMapCollection<Range<Int>, ObservableElements<Action, Element>.Row>, ID == Element.ID {
        self.init(elements.rows) { row in content(row.model) }
    }
}
#endif
