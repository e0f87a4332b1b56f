// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexNavigation
import RexObservation
import RexTesting
import Testing

/// Faults that users have reported of navigation as state, in several libraries.
///
/// Other tests have the rest: `aReplacedScreenOfAStackKeepsNoEffect`, `lateDismissalIsRefused`,
/// `parentsDoNotGetAnActionForAPresentationThatIsGone`, `secondTapOnDeleteDoesNothing`,
/// `resultForAParentThatIsGoneIsRefused`, `aScreenThatCannotBeDecodedIsLeftOutWithThoseAboveIt`,
/// `aClosedSheetIsNotOfferedAgainBeforeTheStateHasFollowed`, `changesThatAreOvertakenAreSkipped` and
/// `whatTheViewIgnoresIsOfferedAgainAfterTheLimit`.
@Suite struct PublicReports {
    private let world = NotesWorld()

    // MARK: Late actions

    @Test func theAnswerForTheEditorOfOneNoteDoesNotCloseTheEditorOfAnother() {
        let test = TestStore.notes(in: world)
        test.send(all: .opened(1), .detail(1, .edit), .editor(1, 1, .save), .linked([2]), .detail(2, .edit))
        world.openAll()
        test.expect { $0.path[id: 2]?.editor.id == 1 && $0.path[id: 2]?.text == "" }
        test.finish()
    }

    @Test func aLateActionOfOneUsersScreenDoesNotReachTheNextUser() {
        let test = TestStore(
            initialState: AccountState(),
            feature: account,
            dependencies: world,
            checks: .onlyWhatIsSaid
        )
        let actions: [AccountAction] = [
            .logIn, .notes(1, .opened(1)), .notes(1, .detail(1, .edit)), .notes(1, .editor(1, 1, .save)), .logOut,
            .logIn, .notes(2, .opened(2)), .notes(2, .detail(1, .edit)),
        ]
        for action in actions { test.send(action) }
        test.sendLate(.notes(1, .editor(1, 1, .typed("secret"))))
        world.openAll()
        let detail = test.state.session.value?.path[id: 1]
        #expect(detail?.text == "")
        #expect(detail?.editor.value?.text == "")
        test.finish()
    }

    @Test func oneOfTwoEqualScreensGetsItsActions() {
        let test = TestStore.notes(in: world)
        let path = [Detail(note: -1), Detail(note: -1)].reduce(into: PresentationStack<Detail>()) { $0.push($1) }
        let equal = TestStore.notes(Notes(path: path), in: world)
        equal.send(.detail(1, .edited("a"))) { $0.path.update(1) { $0.text = "a" } }
        equal.send(.detail(2, .edited("b"))) { $0.path.update(2) { $0.text = "b" } }
        equal.finish()
        test.finish()
    }

    // MARK: Double taps

    @Test func aDoubleTapPushesOnce() {
        let test = TestStore.notes(in: world)
        test.send(all: .opened(-7), .opened(-7))
        test.expect { $0.path.ids == [1] }
        test.finish()
    }

    @Test func aDoubleTapPresentsOneSheetAndKeepsItsInput() {
        let test = TestStore.notes(in: world)
        test.send(all: .opened(-7), .detail(1, .edit), .editor(1, 1, .typed("a")), .detail(1, .edit))
        test.expect { $0.path[id: 1]?.editor.value?.text == "a" }
        test.finish()
    }

    // MARK: Results

    @Test func aResultArrivesAlthoughItsSenderEndsWithIt() {
        let test = TestStore.notes(in: world)
        test.send(all: .opened(-7), .detail(1, .edit), .editor(1, 1, .save))
        world.openAll()
        test.receive(.editor(1, 1, .saved("saved")))
        test.receive(.detail(1, .edited("saved")))
        test.expect { $0.path[id: 1]?.text == "saved" && $0.path[id: 1]?.editor.isEmpty == true }
        test.finish()
    }

    @Test func aResultArrivesOnceIfTheUserClosesTheSheetAsWell() {
        let test = TestStore.notes(in: world)
        test.send(all: .opened(-7), .detail(1, .edit), .editor(1, 1, .saved("a")))
        test.sendLate(.detail(1, .editor(.dismissed(1))))
        test.sendLate(.editor(1, 1, .saved("a")))
        test.expect { $0.path[id: 1]?.text == "a" }
        test.finish()
    }

    @Test func aSheetThatTheUserClosesSendsNoResult() {
        let test = TestStore.notes(in: world)
        test.send(all: .opened(-7), .detail(1, .edit), .editor(1, 1, .save), .detail(1, .editor(.dismissed(1))))
        world.openAll()
        test.expect { $0.path[id: 1]?.text == "" }
        #expect(test.actions.count == 4)
        test.finish()
    }

    @Test func aSheetThatClosesItselfDoesNotCloseItsParent() {
        let test = TestStore.notes(in: world)
        test.send(all: .opened(-7), .detail(1, .edit), .editor(1, 1, .previewed), .preview(1, 1, 1, .closed))
        test.expect { $0.path[id: 1]?.editor.value?.preview.isEmpty == true }
        test.finish()
    }

    // MARK: Effects

    @Test func theEffectOfACoveredScreenGoesOn() {
        let path = [Detail(note: 1), Detail(note: -2)].reduce(into: PresentationStack<Detail>()) { $0.push($1) }
        let test = TestStore.notes(Notes(path: path), in: world)
        world.openAll()
        test.receive(.detail(1, .tick)) { $0.path.update(1) { $0.ticks = 1 } }
        test.finish()
    }

    // MARK: Links and saved paths

    @Test func aLinkClosesTheOpenSheetOfAScreenThatItRemoves() {
        let test = TestStore.notes(in: world)
        test.send(all: .opened(-7), .detail(1, .edit), .editor(1, 1, .previewed), .linked([-8, -7]))
        test.expect { $0.path.ids == [2, 3] && $0.path.allSatisfy { $0.value.editor.isEmpty } }
        test.sendLate(.preview(1, 1, 1, .closed))
        test.finish()
    }

    @Test func aLinkKeepsTheOpenSheetOfAScreenThatItShows() {
        let test = TestStore.notes(in: world)
        test.send(all: .opened(-7), .detail(1, .edit), .editor(1, 1, .typed("a")), .linked([-7, -8]))
        test.expect { $0.path.ids == [1, 2] && $0.path[id: 1]?.editor.value?.text == "a" }
        test.finish()
    }

    @Test func aScreenThatARestoredPathHasLostGetsNoAction() throws {
        let path = #"{"lastID":2,"presentations":[{"id":1,"value":7},{"id":2,"value":"removed"}]}"#
        let restored = try JSONDecoder().decode(PresentationStack<Int>.self, from: Data(path.utf8))
        let screens = Feature<PresentationAction<Int>, PresentationStack<Int>, Void> { action, path in
            if case .presented(1, 8) = action { path.push(8) }
        }
        let screen = Feature<Int, Int, Void> { $1 = $0 }
        let test = TestStore(
            initialState: restored,
            feature: screens <> screen.lift(.case(CasePath(extract: { $0 }, embed: { $0 }), stack: \.self)),
            dependencies: ()
        )
        test.sendLate(.presented(2, 9))
        test.send(.presented(1, 8)) {
            $0.update(1) { $0 = 8 }
            $0.push(8)
        }
        #expect(test.state.ids == [1, 3])
        test.finish()
    }

    // MARK: Views

    @Test func aSheetThatIsDismissedAndPresentedInOneActionIsShown() {
        let test = TestStore(initialState: Panel(), feature: panel, dependencies: (), checks: .onlyWhatIsSaid)
        var view = PresentationCoordinator(.single)
        test.send(.present("a"))
        var shown = [view.turn(toShow: test.state.sheet.map(\.id))]
        test.send(.swap("b"))
        for _ in 0..<3 { shown.append(view.turn(toShow: test.state.sheet.map(\.id))) }
        #expect(shown == [[1], [], [2], nil])
        test.finish()
    }

    @Test func anAlertAfterAnAlertIsShownAndStays() {
        let test = TestStore(initialState: Panel(), feature: panel, dependencies: (), checks: .onlyWhatIsSaid)
        var view = PresentationCoordinator(.single)
        test.send(.ask(1))
        var shown = [view.turn(toShow: test.state.alert.map(\.id))]
        test.send(.alert(.presented(1, 1)))
        #expect(test.state.chosen == [1])
        // A view closes an alert as soon as one of its buttons is pressed, and reports that afterwards.
        let closed = view.write([], insteadOf: [1])
        for _ in 0..<2 { shown.append(view.turn(toShow: test.state.alert.map(\.id))) }
        let closedLate = view.write([], insteadOf: [1])
        #expect(shown == [[1], [2], nil])
        #expect(closed == 1)
        #expect(closedLate == nil)
        test.sendLate(.alert(.dismissed(1)))
        test.expect { $0.alert.id == 2 }
        test.finish()
    }

    @Test func aPopToTheRootDuringAPushIsShownAfterThePush() {
        let test = TestStore.notes(in: world)
        var view = PresentationCoordinator(.stack)
        test.send(.opened(-1))
        view.show(test.state.path.ids)
        let push = view.nextOffer()
        test.send(.linked([]))
        view.show(test.state.path.ids)
        view.beginTurn()
        let during = view.nextOffer()
        view.transitionEnded(1, showing: [1])
        let after = view.turn(toShow: test.state.path.ids)
        #expect(push?.ids == [1])
        #expect(during == nil)
        #expect(after == [])
        test.finish()
    }

    @Test func aSwipeThatIsCancelledHalfWayClosesNothing() {
        let test = TestStore.notes(in: world)
        var view = PresentationCoordinator(.stack)
        test.send(.opened(-1))
        _ = view.turn(toShow: test.state.path.ids)
        let swipe = view.transitionBegan()
        // The view writes its path as if the screen was closed, and then as it is.
        view.transitionEnded(swipe, showing: [1])
        let closed = view.write([1])
        let offer = view.turn(toShow: test.state.path.ids)
        #expect(closed == nil)
        #expect(offer == nil)
        #expect(view.shown == test.state.path.ids)
        test.finish()
    }

    @Test func theBackMenuClosesSeveralScreensInOneAction() {
        let test = TestStore.notes(in: world)
        var view = PresentationCoordinator(.stack)
        test.send(.linked([-1, -2, -3]))
        _ = view.turn(toShow: test.state.path.ids)
        let closed = view.write([1])
        #expect(closed == 2)
        for id in [closed].compactMap({ $0 }) { test.send(.path(.dismissed(id))) }
        let offer = view.turn(toShow: test.state.path.ids)
        #expect(test.state.path.ids == [1])
        #expect(offer == nil)
        test.finish()
    }

    @Test func aSwipeBackDuringAPushFromTheStateClosesOnlyTheOldScreen() {
        let test = TestStore.notes(in: world)
        var view = PresentationCoordinator(.stack)
        test.send(.opened(-1))
        _ = view.turn(toShow: test.state.path.ids)
        let swipe = view.transitionBegan()
        test.send(.replaced(-2))
        view.show(test.state.path.ids)
        view.transitionEnded(swipe, showing: [])
        let closed = view.write([], insteadOf: [1])
        let offer = view.turn(toShow: test.state.path.ids)
        #expect(closed == nil)
        #expect(offer == [2])
        #expect(test.state.path.ids == [2])
        test.finish()
    }
}
