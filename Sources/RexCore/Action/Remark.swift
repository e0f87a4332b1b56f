// SPDX-License-Identifier: MIT

/// What a dispatcher had to say, or what stands for lines that have become too many.
@usableFromInline final class Remark: Derivation {
    @usableFromInline let past: ActionSource.Past
    @usableFromInline let line: String

    @usableFromInline init(_ line: String, at place: ActionSource.Place, after derivations: Int = 0) {
        past = ActionSource.Past(ActionSource(origin: .place(place)), derivations: derivations)
        self.line = line
    }

    @usableFromInline var count: Int { past.derivations }
}
