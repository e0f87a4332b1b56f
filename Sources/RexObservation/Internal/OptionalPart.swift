// SPDX-License-Identifier: MIT

/// A part that comes and goes, as a collection that has it or is empty.
struct OptionalPart<Part>: RandomAccessCollection {
    let part: Part?

    var startIndex: Int { 0 }
    var endIndex: Int { part == nil ? 0 : 1 }

    subscript(position: Int) -> Part {
        guard let part, position == 0 else {
            preconditionFailure("A part that is not there was read; look at `isEmpty` first.")
        }
        return part
    }

    /// The identity of a part among those that come to the same place: its id, if it has one.
    static func id(of part: Part) -> AnyHashable {
        func id(of part: some Identifiable) -> AnyHashable { AnyHashable(part.id) }
        return (part as? any Identifiable).map { id(of: $0) } ?? AnyHashable(0)
    }

    /// The part, unless it is gone or another one than it was.
    func same(as old: Part) -> Part? {
        part.flatMap { Self.id(of: $0) == Self.id(of: old) ? $0 : nil }
    }
}

extension Optional {
    var asPart: OptionalPart<Wrapped> { OptionalPart(part: self) }
}

extension OptionalPart: Sendable where Part: Sendable {}
