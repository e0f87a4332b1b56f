// SPDX-License-Identifier: MIT

/// Whether the actions that were sent through an output may still be processed.
@usableFromInline final class Revocation: Sendable {
    /// The number of the task whose actions can be revoked; 0 if it is none.
    let task: Int
    /// That of a task, if it is one; else nothing but whether it was made.
    let phase = Lock(TaskPhase())

    init(ofTask task: Int = 0) {
        self.task = task
    }

    @usableFromInline var isMade: Bool { phase.withLock { $0.isCancelled } }

    @usableFromInline func make() { phase.withLock { $0.isCancelled = true } }
}

/// The link of a source whose action can be revoked; it says nothing.
final class RevocableSource: Derivation {
    let past: ActionSource.Past
    let revocation: Revocation?
    let trailStep: ActionSource.Step? = nil

    init(_ revocation: Revocation, _ past: ActionSource.Past) {
        self.revocation = revocation
        self.past = past
    }

    /// It is no derivation of its own.
    var count: Int { past.derivations }
}

extension ActionSource {
    func revocable(by revocation: Revocation) -> ActionSource {
        // Not abridged, which would lose the links below that can be revoked as well.
        let count = if case .derivation(let last) = origin { last.count } else { 0 }
        let link = RevocableSource(revocation, Past(self, derivations: count))
        return ActionSource(link, mark: mark + Self.oneRevocation)
    }

    /// Lets go of the links that can revoke, so that they do not gather in the sources of what the action causes.
    ///
    /// - Returns: the number of the task that sent the action, or 0.
    @usableFromInline mutating func endRevocations() -> Int {
        mark &= Self.numbers
        var task = 0
        while case .derivation(let derivation) = origin, let revocation = derivation.revocation {
            task = max(task, revocation.task)
            origin = derivation.past.source.origin
        }
        return task
    }

    /// Whether the action was revoked that waits with this source.
    @usableFromInline var isRevoked: Bool {
        var (left, origin) = (mark / Self.oneRevocation, origin)
        while left > 0, case .derivation(let derivation) = origin {
            if let revocation = derivation.revocation {
                if revocation.isMade { return true }
                left -= 1
            }
            origin = derivation.past.source.origin
        }
        return false
    }
}
