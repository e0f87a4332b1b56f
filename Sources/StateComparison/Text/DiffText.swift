// SPDX-License-Identifier: MIT

/// Writes changes as lines of a diff, below the names of their parents.
package struct DiffText {
    /// The longest line with several fields, in characters.
    private static let lineLength = 100

    private let linesOfContext: Int
    private var lines: [String] = []
    private var context: [String] = []

    /// The lines, without a line break at the end.
    package var text: String { lines.joined(separator: "\n") }

    package init(changes: [StateChange], linesOfContext: Int) {
        self.linesOfContext = max(0, linesOfContext)
        var rest = changes[...]
        while let first = rest.first {
            let neighbours = rest.prefix { $0.isField && first.isField && $0.path.dropLast() == first.path.dropLast() }
            let group = neighbours.isEmpty ? rest.prefix(1) : neighbours
            append(group)
            rest.removeFirst(group.count)
        }
    }

    private mutating func append(_ group: ArraySlice<StateChange>) {
        guard let path = group.first?.path else { return }
        let parent = path.dropLast()
        let count = min(linesOfContext, parent.count)
        enter(names(of: parent, count: count))
        let prefix = count == 0 ? parent : []
        let old = group.compactMap { $0.oldText(below: prefix) }
        let new = group.compactMap { $0.newText(below: prefix) }
        let joined = (old: old.joined(separator: ", "), new: new.joined(separator: ", "))
        if max(joined.old.count, joined.new.count) <= DiffText.lineLength {
            append(joined.old, after: "-")
            append(joined.new, after: "+")
        } else {
            old.forEach { append($0, after: "-") }
            new.forEach { append($0, after: "+") }
        }
    }

    private func names(of parent: ArraySlice<StateChange.PathComponent>, count: Int) -> [String] {
        guard count > 0 else { return [] }
        let head = parent.dropLast(count - 1)
        return [StateChange.name(of: head)] + parent.suffix(count - 1).map(\.name)
    }

    private mutating func enter(_ names: [String]) {
        let kept = zip(context, names).prefix { $0 == $1 }.count
        for (depth, name) in names.enumerated().dropFirst(kept) {
            lines.append("  " + String(repeating: "  ", count: depth) + name)
        }
        context = names
    }

    private mutating func append(_ text: String, after sign: String) {
        guard !text.isEmpty else { return }
        lines.append("\(sign) " + String(repeating: "  ", count: context.count) + text)
    }
}

extension StateChange {
    /// Whether a field was replaced.
    ///
    /// Such changes of siblings can share a line.
    fileprivate var isField: Bool {
        if case .replaced = kind, case .field = path.last { true } else { false }
    }

    fileprivate func oldText(below prefix: ArraySlice<PathComponent>) -> String? {
        switch kind {
        case .replaced(let value, _), .removed(let value): named(value, below: prefix)
        case .inserted, .deeper: nil
        }
    }

    fileprivate func newText(below prefix: ArraySlice<PathComponent>) -> String? {
        switch kind {
        case .replaced(_, let value), .inserted(let value): named(value, below: prefix)
        case .removed: nil
        case .deeper: named(StateChange.deeperText, below: prefix)
        }
    }

    private func named(_ value: String, below prefix: ArraySlice<PathComponent>) -> String {
        let name = StateChange.name(of: prefix + path.suffix(1))
        return name.isEmpty ? value : "\(name): \(value)"
    }
}
