// SPDX-License-Identifier: MIT

/// Whether the part of the state that an action is for is there.
///
/// The depth of an answer is the number of nested parts that it is about, the outermost counted as 1.
@usableFromInline enum Presence: Sendable {
    /// The action is for no part that can be gone.
    case notMine
    /// The part is gone, with the reason.
    case gone(String, depth: Int)
    /// The part is there.
    case present(depth: Int)

    /// The answer of a lift whose part is there, with this answer of the local check.
    @inlinable var insidePresentPart: Presence {
        switch self {
        case .notMine: .present(depth: 1)
        case .gone(let reason, let depth): .gone(reason, depth: depth + 1)
        case .present(let depth): .present(depth: depth + 1)
        }
    }

    /// Replaces this answer by a stronger one.
    ///
    /// The deepest answer is the strongest. Of two at the same depth, it is `present`.
    @inlinable mutating func strengthen(by other: Presence) {
        if other.strength > strength { self = other }
    }

    @inlinable var strength: Int {
        switch self {
        case .notMine: 0
        case .gone(_, let depth): 2 * depth - 1
        case .present(let depth): 2 * depth
        }
    }
}

/// Finds the actions that a feature refuses, since all parts of the state that they are for are
/// gone.
///
/// It has a member for each lift of joined features to a part that comes and goes. The strongest of
/// their answers counts, so an action is refused if its innermost part is gone from all lifts that
/// know it.
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

        /// Makes the check, which looks only at actions in its case.
        @_alwaysEmitIntoClient func makeForCase() -> Check {
            let check = make()
            guard let selector else { return check }
            let (number, index) = (selector.number, selector.index)
            return { action, state in number(action) == index ? check(action, state) : .notMine }
        }
    }

    @usableFromInline let members: [Member]

    @inlinable init(_ members: Member...) { self.members = members }

    @inlinable init(members: [Member]) { self.members = members }

    @inlinable static func append(_ lhs: PresenceCheck, _ rhs: PresenceCheck) -> PresenceCheck {
        PresenceCheck(members: lhs.members + rhs.members)
    }

    /// Returns the check with memory for one store, or nil if it refuses nothing.
    ///
    /// Finding the case of an action is faster than extracting its payload, so a table helps from
    /// the first member on.
    @_alwaysEmitIntoClient func forOneStore() -> Check? {
        guard members.count > 1 else { return members.first?.makeForCase() }
        let checks = members.map { $0.make() }
        guard let table = CaseTable(members.map(\.selector), ofAtLeast: 2) else {
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
