// SPDX-License-Identifier: MIT

/// The revocation of the actions that were sent through an output, or of a task.
@usableFromInline protocol Revoking: AnyObject, Sendable {
    var isMade: Bool { get }
    /// The task whose actions can be revoked, if it is one's.
    var task: StoreTask? { get }
}

/// The revocation of an output that is not a task's.
final class Revocation: Revoking {
    private let wasMade = Lock(false)

    var task: StoreTask? { nil }
    var isMade: Bool { wasMade.withLock { $0 } }

    func make() { wasMade.withLock { $0 = true } }
}

/// The link of a source whose action can be revoked; it says nothing.
final class RevocableSource: SourceLink {
    let parent: ActionSource.Parent
    let revocation: (any Revoking)?
    let trailStep: ActionSource.Step? = nil

    init(_ revocation: any Revoking, _ parent: ActionSource.Parent) {
        self.revocation = revocation
        self.parent = parent
    }

    /// Links are not counted as derivations.
    var count: Int { parent.derivations }
}

/// The link that the waiting and reduced actions of a task share: once the last of them releases
/// it, the task has finished.
///
/// It is at once the link of those that are sent with the source of the task, for which nothing is
/// allocated then. It is unchecked Sendable because of its variable. That is safe because it is set
/// before a second thread can have it.
final class TaskLink: Revoking, SourceLink, @unchecked Sendable {
    let parent: ActionSource.Parent
    let trailStep: ActionSource.Step? = nil
    private let owner: StoreTask
    /// True if the task keeps this link; false for an action sent after the operation has returned.
    var isKept = false

    init(of task: StoreTask, from source: ActionSource?) {
        owner = task
        parent = source?.unabridgedParent ?? ActionSource.Parent(.here(file: "", function: "", line: 0), derivations: 0)
    }

    deinit {
        if isKept { owner.finish() }
    }

    var task: StoreTask? { owner }
    var isMade: Bool { owner.isRevoked }
    var revocation: (any Revoking)? { self }
    /// Links are not counted as derivations.
    var count: Int { parent.derivations }

    /// The source of the task, without this link.
    var plainSource: ActionSource { parent.source }

    /// The source for an action that is sent with that of the task.
    var source: ActionSource { ActionSource(self, tag: parent.source.tag + ActionSource.oneRevocation) }

    /// The source for an action that is sent with another one.
    func revocable(_ source: ActionSource) -> ActionSource {
        guard parent.source.tag == source.tag, case .derivation(let own) = parent.source.origin,
            case .derivation(let other) = source.origin, own === other
        else { return source.revocable(by: self) }
        return self.source
    }
}

/// The revocation of an action that is processed although its task was cancelled; the task has not
/// finished before.
final class FinalAction: Revoking {
    private let link: TaskLink

    init(_ link: TaskLink) { self.link = link }

    let isMade = false
    var task: StoreTask? { link.task }
}

extension ActionSource {
    func revocable(by revocation: any Revoking) -> ActionSource {
        ActionSource(RevocableSource(revocation, unabridgedParent), tag: tag + Self.oneRevocation)
    }

    /// Not abridged, which would lose the links below that can be revoked as well.
    fileprivate var unabridgedParent: Parent {
        let count = if case .derivation(let last) = origin { last.count } else { 0 }
        return Parent(self, derivations: count)
    }

    /// Lets go of the links that can revoke, so that they do not gather in the sources of what the
    /// action causes.
    ///
    /// - Parameter links: gets them, unless the action was revoked.
    /// - Returns: whether it was not, and the task that sent the action, if one did.
    @usableFromInline mutating func endRevocations(keeping links: inout (any SourceLink)?) -> (Bool, StoreTask?) {
        guard case .derivation(let top) = origin, !isRevoked else { return (false, nil) }
        links = top
        tag &= Self.oneRevocation - 1
        var task: StoreTask?
        while case .derivation(let derivation) = origin, let revocation = derivation.revocation {
            task = task ?? revocation.task
            origin = derivation.parent.source.origin
        }
        return (true, task)
    }

    /// This source with one step more below its links, which stay on top, so that all can be let go
    /// of.
    @usableFromInline func derivedBelowLinks(by derivation: some ActionDerivation) -> ActionSource {
        var links: [any Revoking] = []
        var below = self
        while case .derivation(let link) = below.origin, let revocation = link.revocation {
            links.append(revocation)
            below.origin = link.parent.source.origin
        }
        below.tag = tag & (Self.oneRevocation - 1)
        return links.reversed().reduce(below.derived(by: derivation)) { $0.revocable(by: $1) }
    }

    /// True if the action that waits with this source was revoked.
    private var isRevoked: Bool { madeRevocation != nil }

    /// The task of which the action was revoked that waits with this source; nil if it is none's.
    var revokingTask: StoreTask? { madeRevocation?.task }

    private var madeRevocation: (any Revoking)? {
        var (left, origin) = (tag / Self.oneRevocation, origin)
        while left > 0, case .derivation(let derivation) = origin {
            if let revocation = derivation.revocation {
                if revocation.isMade { return revocation }
                left -= 1
            }
            origin = derivation.parent.source.origin
        }
        return nil
    }
}
