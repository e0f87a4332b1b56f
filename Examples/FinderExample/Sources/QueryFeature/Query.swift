// SPDX-License-Identifier: MIT

import EffectMiddleware
import Prism
public import RexCore

/// The input line of the query.
public struct QueryState: Hashable, Sendable {
    /// The text of the line.
    public var text: String
    /// The number of characters before the cursor.
    public var cursor: Int

    /// Makes a line with the cursor at its end.
    public init(text: String = "") {
        self.text = text
        cursor = text.count
    }
}

/// The edits of the line.
public enum QueryEdit: Hashable, Sendable {
    /// Inserts a character at the cursor.
    case insert(Character)
    /// Removes the character before or after the cursor.
    case backspace, delete
    /// Removes the word before the cursor, or everything before it.
    case deleteWord, clear
    /// Moves the cursor.
    case left, right, start, end
}

/// The actions of the query.
@Prism public enum QueryAction: Hashable, Sendable {
    /// The user edits the line.
    case edit(QueryEdit)
    /// The query was not edited for a moment.
    case settled(String)
}

/// Edits the line, and sends its text after a pause in typing.
public let query = Feature<QueryAction, QueryState, Duration> { action, query in
    if case .edit(let edit) = action { query.apply(edit) }
} effects: { effects, pause in
    effects.on(\.edit, .latest.debounced(for: pause), named: "query") { _, effect in
        effect.send(.settled(effect.state.text))
    }
}

extension QueryState {
    fileprivate mutating func apply(_ edit: QueryEdit) {
        switch edit {
        case .insert(let character):
            // A combining mark joins the character before it, so the text does not become longer.
            let rest = text.dropFirst(cursor)
            let head = text.prefix(cursor) + String(character)
            (text, cursor) = (String(head + rest), head.count)
        case .backspace: remove(cursor - 1..<cursor)
        case .delete: remove(cursor..<cursor + 1)
        case .clear: remove(0..<cursor)
        case .deleteWord:
            let head = text.prefix(cursor)
            let word = head.reversed().drop(while: \.isWhitespace).drop { !$0.isWhitespace }
            remove(word.count..<cursor)
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(text.count, cursor + 1)
        case .start: cursor = 0
        case .end: cursor = text.count
        }
    }

    private mutating func remove(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<text.count)
        text = String(text.prefix(range.lowerBound) + text.dropFirst(range.upperBound))
        cursor = min(cursor, range.lowerBound)
    }
}
