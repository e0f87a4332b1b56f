// SPDX-License-Identifier: MIT

/// The revocation of the actions of an output or of a task.
@usableFromInline protocol Revoking: AnyObject, Sendable {
    var isRevoked: Bool { get }
    /// The task whose actions can be revoked, or nil if they aren't a task's.
    var task: StoreTask? { get }
}

/// The revocation of the actions of a revocable output.
final class Revocation: Revoking {
    private let wasRevoked = Lock(false)

    var task: StoreTask? { nil }
    var isRevoked: Bool { wasRevoked.withLock { $0 } }

    func revoke() { wasRevoked.withLock { $0 = true } }
}

/// The link of a source whose action can be revoked.
///
/// It adds no step to the trail.
final class RevocableSource: SourceLink {
    let parent: ActionSource.Parent
    let revocation: (any Revoking)?
    let trailStep: ActionSource.Step? = nil

    init(_ revocation: any Revoking, _ parent: ActionSource.Parent) {
        self.revocation = revocation
        self.parent = parent
    }

    /// Doesn't count as a derivation.
    var count: Int { parent.derivations }
}

/// The link that all queued actions of a task share.
///
/// The task finishes when the last of them releases it. For actions that are sent with the source
/// of the task, it is also the link of their source, which saves an allocation. It is unchecked
/// Sendable because of its variable, which is set before a second thread can access the link.
final class TaskLink: Revoking, SourceLink, @unchecked Sendable {
    let parent: ActionSource.Parent
    let trailStep: ActionSource.Step? = nil
    private let owner: StoreTask
    /// Whether the task keeps this link.
    ///
    /// False for the link of an action that was sent after the operation had returned.
    var isKept = false

    init(of task: StoreTask, from source: ActionSource?) {
        owner = task
        parent = source?.unabridgedParent ?? ActionSource.Parent(.here(file: "", function: "", line: 0), derivations: 0)
    }

    deinit {
        if isKept { owner.finish() }
    }

    var task: StoreTask? { owner }
    var isRevoked: Bool { owner.isRevoked }
    var revocation: (any Revoking)? { self }
    /// Doesn't count as a derivation.
    var count: Int { parent.derivations }

    /// The source of the task, without this link.
    var plainSource: ActionSource { parent.source }

    /// The source for an action that is sent with the source of the task.
    var source: ActionSource { ActionSource(self, tag: parent.source.tag + ActionSource.oneRevocation) }

    /// Returns the source for an action that is sent with any source.
    func revocable(_ source: ActionSource) -> ActionSource {
        guard parent.source.tag == source.tag, case .derivation(let own) = parent.source.origin,
            case .derivation(let other) = source.origin, own === other
        else { return source.revocable(by: self) }
        return self.source
    }
}

/// Keeps the final action of a cancelled task from being revoked.
///
/// The task finishes after that action.
final class FinalAction: Revoking {
    private let link: TaskLink

    init(_ link: TaskLink) { self.link = link }

    let isRevoked = false
    var task: StoreTask? { link.task }
}

extension ActionSource {
    func revocable(by revocation: any Revoking) -> ActionSource {
        ActionSource(RevocableSource(revocation, unabridgedParent), tag: tag + Self.oneRevocation)
    }

    /// Not abridged: abridging would lose older links that can be revoked too.
    fileprivate var unabridgedParent: Parent {
        let count = if case .derivation(let last) = origin { last.count } else { 0 }
        return Parent(self, derivations: count)
    }

    /// Removes the links that can revoke, so that they don't pile up in the sources of later
    /// actions.
    ///
    /// - Parameter links: Gets the removed links, unless the action was revoked.
    /// - Returns: False if the action was revoked, otherwise true; and the task that sent it, if
    ///   any.
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

    /// Returns this source with a step below its revocable links.
    ///
    /// They stay on top, where they can be removed.
    @usableFromInline func derivedBelowLinks(by derivation: some ActionDerivation) -> ActionSource {
        let (below, revocations) = belowLinks
        return below.derived(by: derivation).revocable(by: revocations)
    }

    /// This source without its revocable links, and their revocations, newest first.
    private var belowLinks: (ActionSource, [any Revoking]) {
        var revocations: [any Revoking] = []
        var below = self
        while case .derivation(let link) = below.origin, let revocation = link.revocation {
            revocations.append(revocation)
            below.origin = link.parent.source.origin
        }
        below.tag = tag & (Self.oneRevocation - 1)
        return (below, revocations)
    }

    private func revocable(by revocations: [any Revoking]) -> ActionSource {
        revocations.reversed().reduce(self) { $0.revocable(by: $1) }
    }

    /// Whether the queued action was revoked.
    private var isRevoked: Bool { effectiveRevocation != nil }

    /// The task whose cancellation revoked the queued action, if any.
    var revokingTask: StoreTask? { effectiveRevocation?.task }

    private var effectiveRevocation: (any Revoking)? {
        var (left, origin) = (tag / Self.oneRevocation, origin)
        while left > 0, case .derivation(let derivation) = origin {
            if let revocation = derivation.revocation {
                if revocation.isRevoked { return revocation }
                left -= 1
            }
            origin = derivation.parent.source.origin
        }
        return nil
    }
}
