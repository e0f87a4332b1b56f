// SPDX-License-Identifier: MIT

public import RexCore

/// An action for a presentation, with its id.
///
/// ```swift
/// @Prism enum AppAction: Sendable {
///     case opened(Int)
///     case path(PresentationAction<DetailAction>)
/// }
///
/// store.dispatch(.path(.presented(2, .saved)))
/// store.dispatch(.path(.dismissed(2)))
/// ```
///
/// The view of a presentation sends both with its own id. If the presentation is gone by then, the
/// store refuses the action: neither the feature nor its parents get it.
public enum PresentationAction<Action> {
    /// An action for the feature of the presentation with this id.
    case presented(PresentationID, Action)
    /// The user has closed the presentation with this id.
    ///
    /// The presentation and those above it are removed, or nothing if it is gone.
    case dismissed(PresentationID)

    /// The id of the presentation.
    @inlinable public var id: PresentationID {
        switch self {
        case .presented(let id, _), .dismissed(let id): id
        }
    }

    /// The id and the action for the feature of the presentation, or nil.
    @inlinable public var presented: (id: PresentationID, action: Action)? {
        if case .presented(let id, let action) = self { (id, action) } else { nil }
    }

    /// The id of the presentation that the user has closed, or nil.
    @inlinable public var dismissed: PresentationID? {
        if case .dismissed(let id) = self { id } else { nil }
    }
}

extension PresentationAction: Sendable where Action: Sendable {}
extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}
extension PresentationAction: Encodable where Action: Encodable {}
extension PresentationAction: Decodable where Action: Decodable {}

extension PresentationAction: PresentationAddressing {
    package var presentationText: String { "\(id)" }
    package var actionForPresentation: Any? { presented?.action }
}

extension PresentationAction: CaseIndexed {
    /// 2.
    @inlinable public static var caseCount: Int { 2 }
    /// 0 for an action of the feature, 1 for a dismissal.
    @inlinable public var caseIndex: Int {
        switch self {
        case .presented: 0
        case .dismissed: 1
        }
    }
}

extension PresentationAction where Action: SendableMetatype {
    /// The paths to the cases, as `@Prism` makes them.
    @inlinable public static var prisms: Prisms { Prisms() }

    /// The paths to the cases.
    public struct Prisms: Sendable {
        @inlinable init() {}

        /// The path to the actions for the feature of a presentation.
        @inlinable public var presented: CasePath<PresentationAction, (id: PresentationID, action: Action)> {
            CasePath(extract: { $0.presented }, embed: { .presented($0.id, $0.action) }, caseIndex: 0)
        }

        /// The path to the dismissals.
        @inlinable public var dismissed: CasePath<PresentationAction, PresentationID> {
            CasePath(extract: { $0.dismissed }, embed: { .dismissed($0) }, caseIndex: 1)
        }
    }
}
