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

/// The source of all that a task sends, which knows whether something of it waits.
package struct SourceOfTask: Sendable {
    private var link: RevocableSource
    private let mark: UInt64

    /// Makes the source of actions that are not processed any more once the task is cancelled.
    package init(_ task: StoreTask, _ source: ActionSource) {
        link = RevocableSource(task, source.unabridgedPast)
        mark = source.mark + ActionSource.oneRevocation
    }

    package var source: ActionSource { ActionSource(link, mark: mark) }

    /// Whether an action with this source is on its way or waits; while it is processed it has another one.
    package var isInUse: Bool { mutating get { !isKnownUniquelyReferenced(&link) } }
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
