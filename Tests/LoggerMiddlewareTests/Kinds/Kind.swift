// SPDX-License-Identifier: MIT

import LoggerMiddleware
import StateComparison
import Testing

/// A kind of value that may be part of a state: a value, an equal one, and a different one.
struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The errors in the texts of these values.
    let complaints: @Sendable () -> [String]

    /// - Parameters:
    ///   - value: Makes the value. Called twice, so that the two equal values share nothing.
    ///   - other: Makes a different value.
    ///   - isWrittenWhole: Whether the text of a value contains everything about it.
    init<Value>(
        _ name: String,
        _ value: @escaping @Sendable () -> Value,
        _ other: @escaping @Sendable () -> Value,
        isWrittenWhole: Bool = true
    ) {
        testDescription = name
        complaints = {
            let (old, same, new) = (value(), value(), other())
            return Complaints.all(old, same, new, isWrittenWhole)
                + Complaints.all(
                    Surroundings(value: old),
                    Surroundings(value: same),
                    Surroundings(value: new),
                    isWrittenWhole
                )
        }
    }

    /// A value that is only equal to itself if it is the same object.
    static func object<Value: Sendable>(_ name: String, _ value: Value, _ other: Value) -> Kind {
        Kind(name, { value }, { other })
    }
}

/// The positions that a value can have in a state.
private struct Surroundings<Value> {
    var flag = true
    var value: Value
    var optional: Value?
    var any: Any
    var list: [Value]
    var table: [String: Value]
    var choice: Result<Value, any Error>
    var pair: (Int, Value)

    init(value: Value) {
        self.value = value
        optional = value
        any = value
        list = [value, value]
        table = ["key": value]
        choice = .success(value)
        pair = (1, value)
    }
}

private enum Complaints {
    private static let unchanged = "(state unchanged)"

    // Not generic: specialised for some fifty types, it would be half of the optimiser's work for
    // these tests.
    @_semantics("optimize.sil.specialize.generic.never")
    static func all<Value>(_ old: Value, _ same: Value, _ new: Value, _ isWrittenWhole: Bool) -> [String] {
        let transforms: [StateDiffTransform<Value>] = [.diff(linesOfContext: 2), .recursive]
        var complaints: [String] = []
        for transform in transforms {
            for value in [old, same] where transform.text(from: old, to: value) != unchanged {
                complaints.append("equal, but \(transform.text(from: old, to: value) ?? "nil")")
            }
            let text = transform.text(from: old, to: new)
            if text == nil || text == unchanged { complaints.append("other, but \(text ?? "nil")") }
        }
        for change in StateComparison(of: old, and: new).changes {
            if case .replaced(let old, let new) = change.kind, old == new { complaints.append(change.line) }
        }
        let whole = [old, new].compactMap { StateDiffTransform<Value>.newStateOnly.text(from: nil, to: $0) }
        if whole.count < 2 || isWrittenWhole && whole[0] == whole[1] { complaints.append("written alike: \(whole)") }
        return complaints
    }
}
