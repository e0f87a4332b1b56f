// SPDX-License-Identifier: MIT

/// The parts and rules of an app as a tree, without running the app; see ``Feature/map(_:)``.
///
/// Print it, or paste ``mermaid`` in a document. Authors of middlewares return entries in
/// ``MiddlewareProtocol/mapEntries``.
public struct FeatureMap: Equatable, Sendable {
    /// The description of this entry: a kind, a text and a place in the code.
    ///
    /// A rule has the same kind and place as in recordings, where a request is an effect. The text
    /// contains the place. The file is empty if the place is unknown, as for a lift.
    public let step: ActionSource.Step
    /// What is inside: the rules and parts of a lifted feature, of a gate, or of a named middleware.
    public let children: [FeatureMap]

    /// How actions of the children become actions of the parent.
    package enum Embedding: Hashable, Sendable {
        /// They are the same actions.
        case none
        /// The parent is to have a case with this name for them.
        case named(String, in: ActionType)
        case unknown
    }

    /// A type of actions.
    package struct ActionType: Hashable, Sendable {
        package let type: Any.Type

        package static func == (lhs: ActionType, rhs: ActionType) -> Bool { lhs.type == rhs.type }

        package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
    }

    package private(set) var embedding = Embedding.none

    /// Creates an entry from the step of a rule.
    ///
    /// - Parameters:
    ///   - step: The step that the rule has in recordings.
    ///   - remark: What follows the text of the step, such as the policy of the rule.
    ///   - children: What is inside.
    public init(_ step: ActionSource.Step, remark: String? = nil, children: [FeatureMap] = []) {
        let text = remark.map { "\(step.text), \($0)" } ?? step.text
        self.step = .here(kind: step.kind, text: text, file: step.file, function: step.function, line: step.line)
        self.children = children
    }

    /// Creates an entry from a kind and a text.
    ///
    /// - Parameters:
    ///   - kind: A word for machines, such as `timer`.
    ///   - text: The text for people. The place is added to it.
    ///   - call: The call that made what the entry describes; nil if its place is unknown.
    ///   - children: What is inside.
    public init(kind: String, text: String, at call: ActionSource? = nil, children: [FeatureMap] = []) {
        let text = call.map { "\(text) at \($0.place)" } ?? text
        step = .init(kind: kind, text: text, at: call ?? .here(file: "", function: "", line: 0))
        self.children = children
    }

    /// Returns this entry with another embedding.
    func embedding(_ embedding: Embedding) -> FeatureMap {
        var map = self
        map.embedding = embedding
        return map
    }

    /// The map as JSON: objects with `kind`, `text`, `children`, and `file` and `line` if they are known.
    @_alwaysEmitIntoClient public var json: String {
        let place = step.file.isEmpty ? "" : #""file":\#(Self.quoted(step.file)),"line":\#(step.line),"#
        let children = children.map(\.json).joined(separator: ",")
        return
            #"{"kind":\#(Self.quoted(step.kind)),"text":\#(Self.quoted(step.text)),\#(place)"children":[\#(children)]}"#
    }

    /// The map as a Mermaid flowchart, which many sites and editors draw.
    @_alwaysEmitIntoClient public var mermaid: String {
        var lines = ["flowchart LR"]
        for (index, row) in rows.enumerated() {
            var text = row.text.reduce(into: "") { text, character in
                // An underscore may be Markdown.
                let isPlain = character.isLetter || character.isNumber || " .,:;()[]?-+/".contains(character)
                text += isPlain ? String(character) : character.unicodeScalars.map { "#\($0.value);" }.joined()
            }
            // Mermaid refuses a text without characters.
            if text.allSatisfy({ $0 == " " }) { text = "#32;" }
            lines.append("    \(row.parent.map { "n\($0) --> " } ?? "")n\(index)[\"\(text)\"]")
        }
        return lines.joined(separator: "\n")
    }

    /// All entries of the tree, parents before their children.
    @usableFromInline var rows: [(text: String, depth: Int, parent: Int?)] {
        var rows: [(text: String, depth: Int, parent: Int?)] = []
        func add(_ map: FeatureMap, _ depth: Int, _ parent: Int?) {
            let index = rows.count
            rows.append((map.step.text.visible, depth, parent))
            for child in map.children { add(child, depth + 1, index) }
        }
        add(self, 0, nil)
        return rows
    }

    @_alwaysEmitIntoClient static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case ..<" ": "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }
        return "\"\(escaped.joined())\""
    }
}

extension FeatureMap: CustomStringConvertible {
    /// A line for each entry, indented by its depth.
    public var description: String {
        rows.map { String(repeating: "  ", count: $0.depth) + $0.text }.joined(separator: "\n")
    }
}

extension Feature {
    /// Returns the parts and rules of this feature, before any store runs it.
    ///
    /// ```swift
    /// let app = counter.lift(case: AppAction.prisms.counter, state: \AppState.count)
    /// print(app.map(World.test))
    /// // AppState
    /// //   counter, \AppState.count
    /// ```
    ///
    /// The map shows lifts with the case of their actions and the path of their state, and inside them
    /// the rules of middlewares, each with its place in the code: effects and requests with their
    /// policies, bridges, gates, presentations, outboxes and saved parts.
    ///
    /// It makes the middlewares once, as a store does, and asks for their
    /// ``MiddlewareProtocol/mapEntries``. Nothing is sent or started, and no file is opened.
    ///
    /// The map can't know what functions do, and a key path such as `\.typed` is a function where a rule
    /// takes one: of a rule, only the place is known. A reducer is known only by the case that its
    /// feature is lifted with. A middleware without its own entries is shown as unknown, with its type.
    ///
    /// - Parameter dependencies: The dependencies that the middlewares are made from.
    @_alwaysEmitIntoClient public func map(_ dependencies: Dependencies) -> FeatureMap {
        FeatureMap(kind: "feature", text: "\(StateType.self)", children: makeMiddleware(dependencies, true).mapEntries)
    }
}

extension ComposedMiddleware {
    /// Returns this composition with other entries in a map.
    @usableFromInline func mapped(_ entries: @escaping () -> [FeatureMap]) -> ComposedMiddleware {
        let members = members.enumerated().map { $1.replacing(mapEntries: $0 == 0 ? entries : { [] }) }
        return ComposedMiddleware(flat: members)
    }

    /// The middleware of a feature that has only a reducer.
    ///
    /// For a map it has a member, so that lifts show the reducer's case. A store needs none.
    @usableFromInline static func ofReducer(isMapped: Bool) -> ComposedMiddleware {
        isMapped ? ComposedMiddleware(mapEntries: []) { _, _, _ in .pure() } : .identity
    }
}
