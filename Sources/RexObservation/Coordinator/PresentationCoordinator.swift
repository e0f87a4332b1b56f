// SPDX-License-Identifier: MIT

public import RexNavigation

/// Brings a view in step with the state, one transition at a time.
///
/// The state decides what should be shown. Only the view knows what it shows: it animates, drops
/// requests during an animation, and the user closes screens. An adapter for a view keeps a
/// coordinator for each `Presented` and each `PresentationStack` that the view shows. Apps don't
/// need it.
///
/// ```swift
/// var coordinator = PresentationCoordinator(.single)
/// coordinator.show([1])
/// coordinator.nextOffer()                            // number 1, ids [1]
/// coordinator.show([2])                              // the sheet is replaced meanwhile
/// coordinator.nextOffer()                            // nil: the transition is running
/// coordinator.transitionEnded(1, showing: [1])
/// coordinator.beginTurn()
/// coordinator.nextOffer()                            // number 2, ids []: none for a moment
/// coordinator.transitionEnded(2, showing: [])
/// coordinator.beginTurn()
/// coordinator.nextOffer()                            // number 3, ids [2]
/// ```
///
/// It is a value without clocks and views. The adapter calls
///
/// - ``show(_:)`` after each change of the state,
/// - ``nextOffer()`` after each other call, and makes the offered change,
/// - ``beginTurn()`` at the start of each turn of the main loop, before the other calls,
/// - ``transitionBegan()`` when the view starts a transition by itself, such as a swipe,
/// - ``transitionEnded(_:showing:)`` when a transition has ended, also a cancelled one,
/// - ``write(_:insteadOf:)`` when the view writes what it shows, and dispatches `.dismissed` for
///   the result,
/// - ``expire(_:)`` one second after ``waitsFor`` has become a new number, if it is still the same.
///
/// These rules hold, whatever the view does:
///
/// - A view is asked for a change only when no transition it has announced is running, and once per
///   turn. A transition that doesn't end within the adapter's limit counts as ended.
/// - What a view writes closes only what it has shown and the user has closed.
/// - If the state stays as it is, the view shows it after finitely many acknowledgements or expiries.
/// - Between two sheets, the view shows none for a moment.
public struct PresentationCoordinator: Hashable, Sendable {
    /// What a view shows.
    public enum Kind: Hashable, Sendable {
        /// At most one presentation: a sheet, a popover or an alert.
        case single
        /// The screens of a navigation stack.
        case stack
    }

    private struct Transition: Hashable {
        let number: Int
        /// The presentations of the offer, or nil if the view began the transition.
        let offered: [PresentationID]?
        var isExpired = false
        /// Whether the view has written since, so that a late acknowledgement may be older.
        var isOlderThanWrite = false
    }

    private struct Closing: Hashable {
        let number: Int
        let id: PresentationID
    }

    private let kind: Kind
    /// The presentations of the state.
    private var target: [PresentationID] = []
    /// The presentations of the view, according to its last acknowledgement or write.
    public private(set) var shown: [PresentationID] = []
    /// The presentations that the view may show since a transition expired, or nil.
    private var unconfirmed: [PresentationID]?
    /// The latest transition, unless it was acknowledged.
    private var transition: Transition?
    /// The presentation that the user has closed, until the state has followed.
    private var closing: Closing?
    private var lastNumber = 0
    private var hasOffered = false
    /// Whether a presentation was offered more than once, so that a write may be about an earlier time.
    private var wasOfferedAgain: [PresentationID: Bool] = [:]
    /// Whether the offer to show nothing has expired once since the last acknowledgement.
    private var hasRetriedNothing = false

    /// Creates a coordinator for a view that shows nothing.
    public init(_ kind: Kind) {
        self.kind = kind
    }

    /// The number of what the coordinator waits for, or nil: the end of a transition, or the change
    /// of the state after a write.
    ///
    /// When it has become a new number, the adapter starts its limit of one second again.
    public var waitsFor: Int? {
        let running = transition.flatMap { $0.isExpired ? nil : $0.number }
        return [running, closing?.number].compactMap { $0 }.max()
    }

    /// Sets the presentations that the state wants to show, from the bottom to the top.
    ///
    /// Changes that are overtaken before the view can make them are skipped.
    public mutating func show(_ ids: [PresentationID]) {
        target = ids
        if let closing, !ids.contains(closing.id) { self.closing = nil }
    }

    /// Begins a turn.
    ///
    /// Each turn has at most one offer.
    public mutating func beginTurn() {
        hasOffered = false
    }

    /// Returns the next change for the view.
    ///
    /// - Returns: Nil if the view shows the state, if a transition is running, and after the first
    ///   offer of a turn.
    public mutating func nextOffer() -> PresentationOffer? {
        guard !hasOffered, transition?.isExpired ?? true else { return nil }
        let current = unconfirmed ?? shown
        let next = step(from: current)
        guard next != current || unconfirmed != nil else { return nil }
        let number = nextNumber()
        transition = Transition(number: number, offered: next)
        wasOfferedAgain = wasOfferedAgain.filter { target.contains($0.key) || current.contains($0.key) }
        for id in next { wasOfferedAgain[id] = wasOfferedAgain[id] != nil }
        hasOffered = true
        return PresentationOffer(number: number, ids: next)
    }

    /// Announces a transition that the view has begun by itself, such as a swipe back.
    ///
    /// An offer that the view hasn't acknowledged counts as ignored: it is made again.
    ///
    /// - Returns: The number to pass to ``transitionEnded(_:showing:)``.
    public mutating func transitionBegan() -> Int {
        if let transition, !transition.isExpired { giveUp(transition) }
        let number = nextNumber()
        transition = Transition(number: number, offered: nil)
        return number
    }

    /// Acknowledges the end of a transition, whether the view made the change or not.
    ///
    /// Does nothing if another transition has begun since, or for a repeated call.
    ///
    /// - Parameters:
    ///   - number: The number of the offer, or of the transition that the view began.
    ///   - ids: The presentations that the view shows now.
    public mutating func transitionEnded(_ number: Int, showing ids: [PresentationID]) {
        guard let transition, transition.number == number else { return }
        unconfirmed = transition.isOlderThanWrite && ids != shown ? ids : nil
        shown = ids
        self.transition = nil
        hasRetriedNothing = false
    }

    /// Ends the wait for a transition or for a change of the state.
    ///
    /// The offer is made again until the view acknowledges one.
    ///
    /// - Parameter number: The value of ``waitsFor`` one second ago. Newer transitions go on.
    public mutating func expire(_ number: Int) {
        if let transition, transition.number <= number, !transition.isExpired {
            giveUp(transition)
            self.transition?.isExpired = true
        }
        if let closing, closing.number <= number { self.closing = nil }
    }

    /// Reads what a view writes as the presentations that the user has closed.
    ///
    /// Until the state has followed, the closed presentation isn't offered again.
    ///
    /// - Parameters:
    ///   - ids: The presentations that are left, according to the view.
    ///   - before: The presentations that the writing screen has shown. Nil for those that the view
    ///     has acknowledged last. A sheet passes its own id, so that a sheet that is gone closes no
    ///     other one.
    /// - Returns: The lowest presentation that the user has closed, for an action `.dismissed`. Nil if
    ///   the user has closed nothing, or if the state has closed it already.
    public mutating func write(
        _ ids: [PresentationID],
        insteadOf before: [PresentationID]? = nil
    ) -> PresentationID? {
        transition?.isOlderThanWrite = true
        guard let closed = (before ?? shown).first(where: { !ids.contains($0) }) else { return nil }
        // The view may have shown it again since it was closed, so that its end is offered.
        if wasOfferedAgain[closed] == true, shown.contains(closed), unconfirmed == nil { unconfirmed = shown }
        shown = shown.below(closed)
        guard wanted.contains(closed) else { return nil }
        closing = Closing(number: nextNumber(), id: closed)
        return closed
    }

    /// The presentations of the state without those that the user has closed.
    private var wanted: [PresentationID] { closing.map { target.below($0.id) } ?? target }

    /// Returns what to show next.
    private func step(from current: [PresentationID]) -> [PresentationID] {
        kind == .single && !current.isEmpty && current != wanted ? [] : wanted
    }

    /// Assumes that the view has made a transition without an acknowledgement.
    private mutating func giveUp(_ transition: Transition) {
        let current = unconfirmed ?? shown
        // A view drops a request in mid-transition. So the step between two sheets is offered twice
        // before it counts as made.
        let isFirstStep = kind == .single && transition.offered == [] && current != [] && !hasRetriedNothing
        hasRetriedNothing = isFirstStep
        unconfirmed = isFirstStep ? current : transition.offered ?? current
    }

    private mutating func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }
}

extension [PresentationID] {
    /// The presentations below the one with this id, or all.
    fileprivate func below(_ id: PresentationID) -> [PresentationID] { Array(prefix { $0 != id }) }
}
