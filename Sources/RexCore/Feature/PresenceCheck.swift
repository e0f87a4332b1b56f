// SPDX-License-Identifier: MIT

/// Whether the part of the state that an action is for is there.
@usableFromInline enum Presence: Sendable {
    /// The action is for no part that can be gone.
    case notMine
    /// The part is gone, with the reason.
    case gone(String)
    /// The part is there.
    case present

    /// The answer of a lift whose part is there, with this answer of the local check.
    @inlinable var insidePresentPart: Presence {
        if case .gone = self { self } else { .present }
    }

    /// Replaces this answer by a stronger one: `present` is the strongest, then `gone`.
    @inlinable mutating func strengthen(by other: Presence) {
        switch (other, self) {
        case (.present, _), (.gone, .notMine): self = other
        case (.gone, _), (.notMine, _): break
        }
    }
}

/// Finds the actions that a feature refuses, since all parts of the state that they are for are
/// gone.
///
/// It has a member for each lift of joined features to a part that comes and goes. An action is refused if a member
/// answers `gone`, and none answers `present`.
@usableFromInline struct PresenceCheck<ActionType, StateType>: Sendable {
    /// Returns the answer of one lift for an action.
    ///
    /// The state is read in the store: a copy would retain all that it refers to.
    @usableFromInline typealias Check = @Sendable (ActionType, StateReference<StateType>) -> Presence

    /// The check of one lift.
    @usableFromInline final class Member: Sendable {
        /// Makes the check, with memory for one store.
        @usableFromInline let make: @Sendable () -> Check
        /// The single action case that the lift is for, or nil if it is for several.
        @usableFromInline let selector: CaseSelector<ActionType>?

        @inlinable init(for selector: CaseSelector<ActionType>?, _ make: @escaping @Sendable () -> Check) {
            self.make = make
            self.selector = selector
        }
    }

    @usableFromInline let members: [Member]

    @inlinable init(_ members: Member...) { self.members = members }

    @inlinable init(members: [Member]) { self.members = members }

    @inlinable static func append(_ lhs: PresenceCheck, _ rhs: PresenceCheck) -> PresenceCheck {
        PresenceCheck(members: lhs.members + rhs.members)
    }

    /// Returns the check with memory for one store, or nil if it refuses nothing.
    @_alwaysEmitIntoClient func forOneStore() -> Check? {
        guard members.count > 1 else { return members.first?.make() }
        let checks = members.map { $0.make() }
        guard let table = CaseTable(members.map(\.selector)) else {
            return { action, state in
                var strongest = Presence.notMine
                for check in checks { strongest.strengthen(by: check(action, state)) }
                return strongest
            }
        }
        return { action, state in
            var strongest = Presence.notMine
            table.forEachMember(matching: action) {
                strongest.strengthen(by: checks[$0](action, state))
            }
            return strongest
        }
    }
}
