// SPDX-License-Identifier: MIT

import Prism
package import RexCore

/// The words of a search.
package struct Search: Codable, Hashable, Sendable {
    package var text = ""

    package init() {}

    /// Returns whether the text contains all words, ignoring case.
    package func finds(_ candidate: String) -> Bool {
        let candidate = candidate.lowercased()
        return text.lowercased().split(separator: " ").allSatisfy { candidate.contains($0) }
    }
}

@Prism package enum SearchAction: Codable, Hashable, Sendable {
    case typed(String)
    case deleted
    case cleared
}

extension Feature where ActionType == SearchAction, StateType == Search, Dependencies == Void {
    package static var search: Feature {
        Feature { action, search in
            switch action {
            case .typed(let text): search.text += text
            case .deleted: search.text = String(search.text.dropLast())
            case .cleared: search.text = ""
            }
        }
    }
}
