// SPDX-License-Identifier: MIT

/// A link in the chain from a source back to the location that dispatched the original action.
@usableFromInline protocol SourceLink: AnyObject, Sendable {
    var parent: ActionSource.Parent { get }
    /// The number of derivations up to and including this link.
    var count: Int { get }
    /// The step that the link adds to a trail, if any.
    var trailStep: ActionSource.Step? { get }
    /// The step with a placeholder for the answered action, if it answers one.
    var template: ActionSource.Step? { get }
    /// Returns the step for readers who must not see all values.
    func trailStep(writing write: (Any) -> String) -> ActionSource.Step?
    /// The derivation of this link; for an omission, the newest omitted one of each type.
    var derivations: [any ActionDerivation] { get }
}

extension SourceLink {
    @usableFromInline var template: ActionSource.Step? { nil }
    @usableFromInline var count: Int { parent.derivations + 1 }
    @usableFromInline func trailStep(writing write: (Any) -> String) -> ActionSource.Step? { trailStep?.withoutValues }
    @usableFromInline var derivations: [any ActionDerivation] { [] }

    /// Returns the step with values written by `write`, or with all values if `write` is nil.
    func trailStep(for write: ((Any) -> String)?) -> ActionSource.Step? {
        if let write { trailStep(writing: write) } else { trailStep }
    }
}

extension ActionSource {
    /// The source that a link was added to, and the number of derivations up to it.
    @usableFromInline struct Parent: Sendable {
        /// The source of the other action.
        ///
        /// Its trail is abridged if it was too long.
        @usableFromInline let source: ActionSource
        /// The number of derivations up to that source.
        @usableFromInline let derivations: Int

        @_transparent @usableFromInline init(_ source: ActionSource, derivations: Int) {
            self.source = source
            self.derivations = derivations
        }
    }

    /// This source, as the parent of a derived one.
    ///
    /// It has no sender.
    @inlinable var parent: Parent {
        if case .location = origin { Parent(self, derivations: 0) } else { abridgedParent }
    }

    /// This source as a parent, without the oldest steps if there are too many.
    @usableFromInline var abridgedParent: Parent {
        guard !hasSender else { return withoutSender.parent }
        guard case .derivation(let last) = origin else { return Parent(self, derivations: 0) }
        let count = last.count
        guard count > 0, count.isMultiple(of: 100) else { return Parent(self, derivations: count) }
        var oldest = last
        var newest: [any ActionDerivation] = []
        func note(_ derivation: any SourceLink) {
            for step in derivation.derivations where !newest.contains(where: { type(of: $0) == type(of: step) }) {
                newest.append(step)
            }
        }
        note(oldest)
        while case .derivation(let older) = oldest.parent.source.origin {
            oldest = older
            note(oldest)
        }
        // The info of the dispatcher stays the first step.
        var source = ActionSource(origin: oldest.count == 0 ? .derivation(oldest) : .location(location))
        // The number of the newest omitted step's action.
        source.actionNumber = last.parent.source.actionNumber
        let parent = Parent(source, derivations: count)
        let omission = TextLink(
            "(\(count) earlier lines left out)",
            kind: TextLink.omission,
            parent,
            newest: newest
        )
        return Parent(ActionSource(omission, number: actionNumber), derivations: count)
    }
}

/// A link with a text: the info of a dispatcher, or a note about omitted steps.
@usableFromInline final class TextLink: SourceLink {
    @usableFromInline let parent: ActionSource.Parent
    /// The newest omitted derivation of each type, for ``ActionSource/derivations(of:)``.
    @usableFromInline let derivations: [any ActionDerivation]
    private let kind: String
    private let text: String
    /// The kind of a note about omitted steps.
    static let omission = "omission"

    @usableFromInline convenience init(_ text: String, at location: ActionSource.Location) {
        let source = ActionSource(origin: .location(location))
        self.init(text, kind: "dispatch", ActionSource.Parent(source, derivations: 0))
    }

    init(_ text: String, kind: String, _ parent: ActionSource.Parent, newest: [any ActionDerivation] = []) {
        self.parent = parent
        derivations = newest
        self.kind = kind
        self.text = text
    }

    @usableFromInline var count: Int { parent.derivations }

    @usableFromInline var trailStep: ActionSource.Step? {
        ActionSource.Step(kind: kind, text: text, at: parent.source)
    }

    @usableFromInline func trailStep(writing write: (Any) -> String) -> ActionSource.Step? {
        kind == TextLink.omission ? trailStep : trailStep?.withoutValues
    }
}

/// A link for a derivation that a middleware has added.
@usableFromInline final class DerivedSource<Step: ActionDerivation>: SourceLink {
    @usableFromInline let parent: ActionSource.Parent
    @usableFromInline let step: Step

    @inlinable init(_ step: Step, _ parent: ActionSource.Parent) {
        self.step = step
        self.parent = parent
    }

    // Repeats the default of the protocol, which would copy `parent`.
    @usableFromInline var count: Int { parent.derivations + 1 }

    @usableFromInline var trailStep: ActionSource.Step? { step.step }
    @usableFromInline var template: ActionSource.Step? { step.template }
    @usableFromInline func trailStep(writing write: (Any) -> String) -> ActionSource.Step? { step.step(writing: write) }
    @usableFromInline var derivations: [any ActionDerivation] { [step] }
}

/// An action that is known before the reducer runs and sent after it.
///
/// It is also the newest link of its own source.
@usableFromInline protocol Answer<Action>: SourceLink {
    associatedtype Action

    var action: Action { get }
    /// The number of the action that it answers, or 0.
    var actionNumber: Int { get }
}

extension DispatchedAction {
    @inlinable init(_ answer: any Answer<Action>) {
        self.init(answer.action, dispatcher: ActionSource(answer, number: answer.actionNumber))
    }
}

/// An answer whose source has an additional step.
@usableFromInline final class DerivedAnswer<Action: Sendable, Step: ActionDerivation>: Answer {
    @usableFromInline let parent: ActionSource.Parent
    @usableFromInline let action: Action
    @usableFromInline let step: Step

    @inlinable init(_ action: Action, from source: borrowing ActionSource, derivedBy step: Step) {
        self.action = action
        self.step = step
        parent = source.parent
    }

    @inlinable var actionNumber: Int { parent.source.actionNumber }

    @usableFromInline var trailStep: ActionSource.Step? { step.step }
    @usableFromInline var template: ActionSource.Step? { step.template }
    @usableFromInline func trailStep(writing write: (Any) -> String) -> ActionSource.Step? { step.step(writing: write) }
    @usableFromInline var derivations: [any ActionDerivation] { [step] }
}
