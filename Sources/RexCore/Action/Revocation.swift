// SPDX-License-Identifier: MIT

/// Whether the actions that were sent through an output may still be processed.
@usableFromInline protocol Revoking: AnyObject, Sendable {
    var isMade: Bool { get }
    /// The number of the task whose actions can be revoked; 0 if it is none.
    var task: Int { get }
}

/// The revocation of an output that is not a task's.
final class Revocation: Revoking {
    private let wasMade = Lock(false)

    let task = 0
    var isMade: Bool { wasMade.withLock { $0 } }

    func make() { wasMade.withLock { $0 = true } }
}

/// The link of a source whose action can be revoked; it says nothing.
final class RevocableSource: Derivation {
    let past: ActionSource.Past
    let revocation: (any Revoking)?
    let trailStep: ActionSource.Step? = nil

    init(_ revocation: any Revoking, _ past: ActionSource.Past) {
        self.revocation = revocation
        self.past = past
    }

    /// It is no derivation of its own.
    var count: Int { past.derivations }
}

/// What the actions of a task share that wait or are on their way, so that it is in use as long as one is.
///
/// While an action is processed it has another source.
///
/// It is at once the link of those that are sent with the source of the task, for which nothing is allocated then. It
/// is unchecked Sendable because of its variable. That is safe because only who has the lock uses it.
final class TaskRevocation: Revoking, Derivation, @unchecked Sendable {
    let task: Int
    let past: ActionSource.Past
    let trailStep: ActionSource.Step? = nil
    /// That of the task.
    private let lock: Lock<Void>
    /// For who has the lock.
    var wasMade = false

    init(ofTask number: Int, from source: ActionSource?, lock: Lock<Void>) {
        task = number
        past = source?.unabridgedPast ?? ActionSource.Past(.here(file: "", function: "", line: 0), derivations: 0)
        self.lock = lock
    }

    var isMade: Bool { lock.withLock { _ in wasMade } }
    var revocation: (any Revoking)? { self }
    /// It is no derivation of its own.
    var count: Int { past.derivations }

    /// The source for an action that is sent with that of the task.
    var source: ActionSource { ActionSource(self, mark: past.source.mark + ActionSource.oneRevocation) }

    /// The source for an action that is sent with another one.
    func revocable(_ source: ActionSource) -> ActionSource {
        guard past.source.mark == source.mark, case .derivation(let own) = past.source.origin,
            case .derivation(let other) = source.origin, own === other
        else { return source.revocable(by: self) }
        return self.source
    }
}

extension ActionSource {
    func revocable(by revocation: any Revoking) -> ActionSource {
        ActionSource(RevocableSource(revocation, unabridgedPast), mark: mark + Self.oneRevocation)
    }

    /// Not abridged, which would lose the links below that can be revoked as well.
    fileprivate var unabridgedPast: Past {
        let count = if case .derivation(let last) = origin { last.count } else { 0 }
        return Past(self, derivations: count)
    }

    /// Lets go of the links that can revoke, so that they do not gather in the sources of what the action causes.
    ///
    /// - Returns: the number of the task that sent the action, or 0; nil if the action was revoked.
    @usableFromInline mutating func endRevocations() -> Int? {
        // Most often there is but one, on top.
        if mark / Self.oneRevocation == 1, case .derivation(let link) = origin, let revocation = link.revocation {
            if revocation.isMade { return nil }
            mark &= Self.numbers
            origin = link.past.source.origin
            return revocation.task
        }
        if isRevoked { return nil }
        mark &= Self.numbers
        var task = 0
        while case .derivation(let derivation) = origin, let revocation = derivation.revocation {
            task = max(task, revocation.task)
            origin = derivation.past.source.origin
        }
        return task
    }

    /// Whether the action was revoked that waits with this source.
    private var isRevoked: Bool {
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
