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

        @usableFromInline convenience init(_ line: String, at place: Place) {
            self.init(line, after: Past(ActionSource(origin: .place(place)), derivations: 0))
        }

        init(_ line: String, after past: Past) {
            self.past = past
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

    /// The same, without the lines of derivations that have become too many.
    @usableFromInline var abridgedPast: Past {
        guard case .derivation(let last) = origin else { return Past(self, derivations: 0) }
        let count = last.count
        guard count > 0, count.isMultiple(of: 100) else { return Past(self, derivations: count) }
        var oldest = last
        while case .derivation(let older) = oldest.past.source.origin { oldest = older }
        // What the dispatcher had to say stays on top.
        let origin = oldest.count == 0 ? ActionSource(oldest) : ActionSource(origin: .place(place))
        let remark = Remark("(\(count) earlier lines left out)", after: Past(origin, derivations: count))
        return Past(ActionSource(remark), derivations: count)
    }
}

extension ActionSource.Derivation {
    @usableFromInline package var count: Int { past.derivations + 1 }
}
