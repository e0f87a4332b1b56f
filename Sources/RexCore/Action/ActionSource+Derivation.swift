// SPDX-License-Identifier: MIT

extension ActionSource {
    /// How an action came from another, told when someone asks.
    @usableFromInline package protocol Derivation: AnyObject, Sendable {
        var past: Past { get }
        /// How many derivations led to the action, this one included.
        var count: Int { get }
        /// What to say of it.
        var line: String { get }
    }

    /// What was there before a derivation.
    @usableFromInline package struct Past: Sendable {
        /// The source of the other action, with a story that is short enough to add a line.
        @usableFromInline let source: ActionSource
        /// How many derivations led there.
        @usableFromInline let derivations: Int

        @inlinable init(_ source: ActionSource, derivations: Int) {
            self.source = source
            self.derivations = derivations
        }
    }

    /// What a dispatcher had to say, or what stands for lines that have become too many.
    @usableFromInline final class Remark: Derivation {
        @usableFromInline let past: Past
        @usableFromInline let line: String

        @usableFromInline init(_ line: String, at place: Place, after derivations: Int = 0) {
            past = Past(ActionSource(origin: .place(place)), derivations: derivations)
            self.line = line
        }

        @usableFromInline var count: Int { past.derivations }
    }

    /// This source, to be derived from.
    @inlinable package var past: Past {
        isDerived ? abridgedPast : Past(self, derivations: 0)
    }

    @inlinable var isDerived: Bool {
        if case .derivation = origin { true } else { false }
    }

    /// The same, without the lines of a story that has become too long.
    @usableFromInline var abridgedPast: Past {
        guard case .derivation(let last) = origin else { return Past(self, derivations: 0) }
        let count = last.count
        guard count > 0, count.isMultiple(of: 100) else { return Past(self, derivations: count) }
        let remark = Remark("(\(count) earlier lines left out)", at: place, after: count)
        return Past(ActionSource(remark), derivations: count)
    }
}

extension ActionSource.Derivation {
    @usableFromInline package var count: Int { past.derivations + 1 }
}
