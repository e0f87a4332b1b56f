// SPDX-License-Identifier: MIT

/// An optional part of the state, as a collection with one element or none.
struct OptionalPart<Part>: RandomAccessCollection {
    let part: Part?

    var startIndex: Int { 0 }
    var endIndex: Int { part == nil ? 0 : 1 }

    subscript(position: Int) -> Part {
        guard let part, position == 0 else {
            preconditionFailure("An optional part was read although it is nil. Check `isEmpty` first.")
        }
        return part
    }

    /// Returns the identity of a part: its id if it has one, otherwise the same value for all
    /// parts.
    static func id(of part: Part) -> AnyHashable {
        func id(of part: some Identifiable) -> AnyHashable { AnyHashable(part.id) }
        return (part as? any Identifiable).map { id(of: $0) } ?? AnyHashable(0)
    }

    /// Returns the part, or nil if it is gone or has another identity than `old`.
    func same(as old: Part) -> Part? {
        part.flatMap { Self.id(of: $0) == Self.id(of: old) ? $0 : nil }
    }
}

extension Optional {
    var asPart: OptionalPart<Wrapped> { OptionalPart(part: self) }
}

extension OptionalPart: Sendable where Part: Sendable {}
