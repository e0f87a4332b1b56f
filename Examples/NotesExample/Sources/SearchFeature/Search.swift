// SPDX-License-Identifier: MIT

public import Prism
public import RexCore

/// What the user looks for.
public struct Search: Hashable, Sendable {
    public var text = ""

    public init() {}

    /// True if the text has all words, however they are written.
    public func finds(_ candidate: String) -> Bool {
        let candidate = candidate.lowercased()
        return text.lowercased().split(separator: " ").allSatisfy { candidate.contains($0) }
    }
}

@Prism public enum SearchAction: Hashable, Sendable {
    case typed(Character)
    case deleted
    case cleared
}

extension Feature where ActionType == SearchAction, StateType == Search, Dependencies == Void {
    public static var search: Feature {
        Feature { action, search in
            switch action {
            case .typed(let character): search.text.append(character)
            case .deleted: search.text = String(search.text.dropLast())
            case .cleared: search.text = ""
            }
        }
    }
}
