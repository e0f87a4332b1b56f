// SPDX-License-Identifier: MIT

import RexNavigation

// The plain form of the actions of `Tree`, which the model uses.

/// A container of a screen.
enum TreeSlot: CaseIterable, Sendable { case sheet, path, alert }

/// A container and an id in it.
struct TreeStep: Hashable, Sendable {
    let slot: TreeSlot
    let id: PresentationID
}

/// The steps from the root to a presentation.
///
/// Empty for the root.
typealias TreeAddress = [TreeStep]

/// An action, and the presentation that it is for.
struct TreeMove: Hashable, Sendable {
    enum Verb: Hashable, Sendable {
        case own(TreeVerb)
        /// The choice of an alert.
        case choose(Int)
        case dismissed
    }

    let address: TreeAddress
    let verb: Verb

    func inside(_ step: TreeStep) -> TreeMove { TreeMove(address: [step] + address, verb: verb) }
}

/// What an action for a screen does.
enum TreeVerb: Hashable, Sendable {
    /// Starts an effect.
    case run(TreeRun)
    /// The answer of an effect, or the same action from a view.
    case ran(TreeRun)
    /// The only action of the effect that runs during a topic, with the number of the topic.
    case ticked(Int)
    case topic(TreeTopic?)
    /// Several changes in one action.
    case change([TreeChange])
    /// The results of inner presentations.
    case result(TreeSlot, PresentationID?, Int), left(TreeSlot), chosen(Int)

    var run: TreeRun? { if case .run(let run) = self { run } else { nil } }
    var ran: TreeRun? { if case .ran(let run) = self { run } else { nil } }

    /// The run whose closer applies to this action.
    var closing: TreeRun? {
        switch self {
        case .run(let run): run.isClosedAtStart ? run : nil
        case .ran(let run): run.isClosedAtStart ? nil : run
        default: nil
        }
    }
}

/// An effect, and what its answer does.
struct TreeRun: Hashable, Sendable {
    /// How the answer ends its presentation.
    enum Ending: CaseIterable, Sendable { case none, withoutResult, withPlainAction, withResult, withState }
    /// The reducer that closes all that its screen shows, when it sees an action of an inner screen.
    enum Closer: CaseIterable, Sendable { case none, grandparentBehind, parentAhead, parentBehind }

    let number: Int
    /// Whether the effect ignores its cancellation.
    let isStubborn: Bool
    let ending: Ending
    let closer: Closer
    /// Whether that is the action that starts the effect, and not the answer.
    let isClosedAtStart: Bool
}

/// The state of a `during` rule, whose key is the kind.
struct TreeTopic: Hashable, Sendable {
    let kind: Int
    let number: Int
    let isStubborn: Bool
}

/// The first state of a screen.
struct NewScreen: Hashable, Sendable {
    let serial: Int
    /// A link keeps a screen whose kind is the wanted one.
    let kind: Int
    let topic: TreeTopic?
}

enum TreeChange: Hashable, Sendable {
    case present(NewScreen), replace(NewScreen), dismissSheet, dismissSheetID(PresentationID)
    case push(NewScreen), pushFrom(PresentationID?, NewScreen), replaceTop(NewScreen)
    case pop, popTo(PresentationID), popToRoot, dismiss(PresentationID)
    case link([NewScreen])
    /// Puts another stack in the place of the old one.
    case rebuild([NewScreen])
    case warn(Int)
}
