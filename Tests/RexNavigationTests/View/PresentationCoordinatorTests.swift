// SPDX-License-Identifier: MIT

import RexNavigation
import RexObservation
import Testing

@Suite struct PresentationCoordinatorTests {
    @Test func aViewIsAskedForAChangeOnlyWhenNoTransitionItHasAnnouncedIsRunningAndOncePerTurn() {
        var coordinator = PresentationCoordinator(.stack)
        let swipe = coordinator.transitionBegan()
        coordinator.show([1])
        var offers = [coordinator.nextOffer()]
        coordinator.transitionEnded(swipe, showing: [])
        offers.append(coordinator.nextOffer())
        coordinator.transitionEnded(2, showing: [1])
        coordinator.show([1, 2])
        offers.append(coordinator.nextOffer())
        coordinator.beginTurn()
        offers += [coordinator.nextOffer(), coordinator.nextOffer()]
        #expect(offers.map { $0?.ids } == [nil, [1], nil, [1, 2], nil])
        #expect(offers.compactMap { $0?.number } == [2, 3])
    }

    @Test func whatAViewWritesClosesOnlyWhatItHasShownAndTheUserHasClosed() {
        var coordinator = shown([1, 2, 3])
        coordinator.show([1, 4])
        // The user has closed 3 at the same time, which the state has removed. 4 was not shown.
        let late = coordinator.write([1, 2])
        #expect(late == nil)
        // The sheet 3 is gone and writes once more.
        let gone = coordinator.write([], insteadOf: [3])
        #expect(gone == nil)
        let closed = coordinator.write([])
        #expect(closed == 1)
    }

    @Test func oneSheetIsReplacedByAnotherThroughNothing() {
        var coordinator = PresentationCoordinator(.single)
        coordinator.show([1])
        var offers: [[PresentationID]] = []
        func turn() {
            coordinator.beginTurn()
            guard let offer = coordinator.nextOffer() else { return }
            offers.append(offer.ids)
            coordinator.transitionEnded(offer.number, showing: offer.ids)
        }
        turn()
        coordinator.show([2])
        for _ in 0..<3 { turn() }
        #expect(offers == [[1], [], [2]])
    }

    @Test func changesThatAreOvertakenAreSkipped() {
        var coordinator = PresentationCoordinator(.single)
        coordinator.show([1])
        _ = coordinator.nextOffer()
        for id: PresentationID in [2, 3] { coordinator.show([id]) }
        coordinator.show([])
        coordinator.transitionEnded(1, showing: [1])
        coordinator.beginTurn()
        let offer = coordinator.nextOffer()
        #expect(offer?.ids == [])
    }

    @Test func aClosedSheetIsNotOfferedAgainBeforeTheStateHasFollowed() {
        var coordinator = shown([1])
        let closed = coordinator.write([], insteadOf: [1])
        coordinator.beginTurn()
        var offers = [coordinator.nextOffer()]
        #expect(closed == 1)
        #expect(coordinator.waitsFor == 2)
        coordinator.show([])
        #expect(coordinator.waitsFor == nil)
        coordinator.beginTurn()
        offers.append(coordinator.nextOffer())
        #expect(offers == [nil, nil])
    }

    @Test func aDismissalThatNeverArrivesIsUndoneAfterTheLimit() {
        var coordinator = shown([1])
        _ = coordinator.write([], insteadOf: [1])
        coordinator.expire(2)
        coordinator.beginTurn()
        let offer = coordinator.nextOffer()
        #expect(offer?.ids == [1])
    }

    @Test func whatTheViewIgnoresIsOfferedAgainAfterTheLimit() {
        var coordinator = PresentationCoordinator(.stack)
        coordinator.show([1])
        var offers = [coordinator.nextOffer()]
        coordinator.beginTurn()
        offers.append(coordinator.nextOffer())
        coordinator.expire(1)
        offers.append(coordinator.nextOffer())
        // The limit of the first offer has no effect on the second one.
        coordinator.expire(1)
        coordinator.beginTurn()
        offers.append(coordinator.nextOffer())
        #expect(offers.map { $0?.ids } == [[1], nil, [1], nil])
        coordinator.transitionEnded(1, showing: [])
        #expect(coordinator.waitsFor == 2)
        coordinator.transitionEnded(2, showing: [1])
        coordinator.transitionEnded(2, showing: [])
        #expect(coordinator.waitsFor == nil)
        #expect(coordinator.shown == [1])
    }

    @Test func anOfferThatTheViewHasNotMadeIsMadeAgain() {
        var coordinator = shown([1, 2])
        coordinator.show([1])
        coordinator.beginTurn()
        _ = coordinator.nextOffer()
        // The user has taken hold of the transition and cancelled it.
        coordinator.transitionEnded(2, showing: [1, 2])
        coordinator.beginTurn()
        let offer = coordinator.nextOffer()
        #expect(offer?.ids == [1])
        #expect(coordinator.shown == [1, 2])
    }

    @Test func anAcknowledgementThatMayBeOlderThanAWriteIsCheckedByAnotherOffer() {
        var coordinator = PresentationCoordinator(.stack)
        coordinator.show([1])
        _ = coordinator.nextOffer()
        // The view shows 1, the user closes it, and then the view acknowledges what it has shown before.
        let closed = coordinator.write([])
        coordinator.transitionEnded(1, showing: [1])
        coordinator.beginTurn()
        let offer = coordinator.nextOffer()
        #expect(closed == nil)
        #expect(offer?.ids == [1])
    }

    // The view presents 2, which the user has closed before, when a late write of the closed screen arrives. The write
    // doesn't prove that the running transition is cancelled.
    @Test func aLateWriteDuringATransitionKeepsTheStepThroughNothing() {
        var coordinator = PresentationCoordinator(.single)
        coordinator.show([2])
        _ = coordinator.nextOffer()
        coordinator.expire(1)
        coordinator.show([5])
        _ = coordinator.write([], insteadOf: [2])
        coordinator.beginTurn()
        let offer = coordinator.nextOffer()
        #expect(offer?.ids == [])
    }

    /// The user has closed the screen, and the state has offered it again before the view writes.
    @Test(arguments: [PresentationCoordinator.Kind.single, .stack], [true, false])
    func aWriteThatComesAfterTheScreenIsShownAgainLeavesNoDeadScreen(
        kind: PresentationCoordinator.Kind,
        isAnnounced: Bool
    ) throws {
        var coordinator = PresentationCoordinator(kind)
        coordinator.show([14])
        try makeOffer(of: [14], to: &coordinator)
        let swipe = coordinator.transitionBegan()
        if isAnnounced { coordinator.transitionEnded(swipe, showing: []) } else { coordinator.expire(swipe) }
        try makeOffer(of: [14], to: &coordinator)
        let closed = coordinator.write([], insteadOf: [14])
        #expect(closed == 14)
        coordinator.show([])
        try makeOffer(of: [], to: &coordinator)
        coordinator.beginTurn()
        let last = coordinator.nextOffer()
        #expect(last == nil)
        #expect(coordinator.waitsFor == nil)
    }

    /// The state has replaced the sheet itself, so no dismissal follows from the late write.
    @Test func aLateWriteAfterTheStateHasReplacedTheSheetKeepsTheStepThroughNothing() throws {
        var coordinator = shown([1])
        coordinator.expire(coordinator.transitionBegan())
        try makeOffer(of: [1], to: &coordinator)
        coordinator.show([2])
        let closed = coordinator.write([], insteadOf: [1])
        #expect(closed == nil)
        try makeOffer(of: [], to: &coordinator)
        try makeOffer(of: [2], to: &coordinator)
    }

    /// A screen that was pushed meanwhile has brought the closed one below it back.
    @Test func aLateWriteOfAScreenBelowLeavesNoDeadScreens() throws {
        var coordinator = PresentationCoordinator(.stack)
        coordinator.show([1])
        try makeOffer(of: [1], to: &coordinator)
        coordinator.show([1, 2])
        try makeOffer(of: [1, 2], to: &coordinator)
        let closed = coordinator.write([], insteadOf: [1])
        #expect(closed == 1)
        coordinator.show([])
        try makeOffer(of: [], to: &coordinator)
    }

    /// The view makes the next offer in a new turn.
    private func makeOffer(of ids: [PresentationID], to coordinator: inout PresentationCoordinator) throws {
        coordinator.beginTurn()
        let offer = coordinator.nextOffer()
        #expect(offer?.ids == ids)
        coordinator.transitionEnded(try #require(offer).number, showing: ids)
    }

    private func shown(_ ids: [PresentationID]) -> PresentationCoordinator {
        var coordinator = PresentationCoordinator(ids.count == 1 ? .single : .stack)
        coordinator.show(ids)
        _ = coordinator.nextOffer()
        coordinator.transitionEnded(1, showing: ids)
        return coordinator
    }
}
