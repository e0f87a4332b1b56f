// SPDX-License-Identifier: MIT

/// A difference between two states.
///
/// It consists of text, so it retains no part of them.
package struct StateChange: Equatable, Sendable {
    /// A step of the path from a state to one of its parts.
    package enum PathComponent: Equatable, Sendable {
        /// A property, an element of a tuple, or the payload of a case.
        case field(String)
        /// An element of a list, by index, or of a dictionary, by key.
        case element(String)

        /// The text of the step without other steps.
        package var name: String {
            switch self {
            case .field(let name): name
            case .element(let key): "[\(key)]"
            }
        }
    }

    /// The kind of a difference.
    package enum Kind: Equatable, Sendable {
        case replaced(old: String, new: String)
        case removed(String)
        case inserted(String)
        /// A difference below the depth limit.
        case deeper
    }

    package let path: [PathComponent]
    package let kind: Kind

    package init(path: [PathComponent], kind: Kind) {
        self.path = path
        self.kind = kind
    }

    /// The change on one line.
    package var line: String {
        var line = ""
        writeLine { line += $0 }
        return line
    }

    /// Calls `write` with the pieces of the line, in order.
    func writeLine(_ write: (String) -> Void) {
        write(path.isEmpty ? "state" : StateChange.name(of: path[...]))
        write(": ")
        switch kind {
        case .replaced(let old, let new):
            write(old)
            write(" → ")
            write(new)
        case .removed(let value):
            write("removed ")
            write(value)
        case .inserted(let value):
            write("inserted ")
            write(value)
        case .deeper: write(StateChange.deeperText)
        }
    }

    /// The text for a difference below the depth limit.
    static let deeperText = "… (differs too far inside)"

    /// Returns the name of a path, such as `rows[3].title`.
    static func name(of steps: ArraySlice<PathComponent>) -> String {
        var name = ""
        for step in steps {
            if case .field = step, !name.isEmpty { name += "." }
            name += step.name
        }
        return name
    }
}
