// SPDX-License-Identifier: MIT

/// One difference between two states, already as text, so that it keeps nothing of them.
package struct StateChange: Equatable, Sendable {
    /// One step on the way from the state to a part of it.
    package enum PathComponent: Equatable, Sendable {
        /// A property, an element of a tuple, or the payload of a case.
        case field(String)
        /// An element of a list, by index, or of a dictionary, by key.
        case element(String)

        /// The step as it stands alone.
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
        /// Something differs, further inside than the comparison goes.
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

    /// Calls `write` with the pieces of the line, one after the other.
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

    /// The text for values that are too deep to be compared.
    static let deeperText = "… (differs too far inside)"

    /// Steps as one name: `rows[3].title`.
    static func name(of steps: ArraySlice<PathComponent>) -> String {
        var name = ""
        for step in steps {
            if case .field = step, !name.isEmpty { name += "." }
            name += step.name
        }
        return name
    }
}
