// SPDX-License-Identifier: MIT

import RexCore
import RexNavigation
import RexObservation
import RexTestSupport
import Testing

/// Situations where apps of other libraries lose or repeat an event for a view.
@MainActor @Suite struct SignalSituationTests {
    let pad = PadStore()
    private let view = PadView()

    @Test func twoInOneTurnAreBothShown() {
        view.appear(on: pad)
        // One action posts both, and so do two actions before the view learns of one.
        pad.post(2)
        #expect(view.numbers == [1, 2])
        let executor = ManualExecutor()
        let late = PadStore(executor: executor.executor)
        let other = PadView()
        other.appear(on: late)
        late.post()
        late.post()
        executor.run()
        #expect(other.numbers == [1, 2])
    }

    @Test func theSameValueAgainIsShownAgain() {
        var texts: [String] = []
        let store = Store<SignalID?, Signals<String>>(
            initialState: Signals(),
            reducer: .reduce { id, signals in
                if let id { signals.seen(upTo: id) } else { signals.post("Saved") }
            },
            executor: .mainQueue
        )
        let connection = ObservableStore(store).onSignal(\.self, seen: { $0 }, perform: { texts.append($0) })
        store.dispatch(nil)
        store.dispatch(nil)
        #expect(texts == ["Saved", "Saved"])
        withExtendedLifetime(connection) {}
    }

    @Test func aValueThatIsPostedAndFollowedByAnotherActionInTheSameTurnIsShown() {
        let executor = ManualExecutor()
        let pad = PadStore(executor: executor.executor)
        view.appear(on: pad)
        pad.post()
        pad.change { $0.visits += 1 }
        executor.run()
        #expect(view.numbers == [1])
    }

    @Test func aNewSubscriptionRepeatsNothing() {
        view.appear(on: pad)
        pad.post()
        // A rotation, another theme, a new window scene: the view and its model are made again.
        view.disappear()
        let other = PadView()
        other.appear(ObservableStore(pad.store), \.page.numbers, seen: PadAction.seen)
        #expect(other.numbers == [])
    }

    @Test func nothingHasToBeClearedBeforeTheNextValue() {
        // No acknowledgement reaches the state.
        view.appear(pad.model, \.page.numbers) { .page(.ignored($0)) }
        for _ in 0..<3 { pad.post() }
        #expect(view.numbers == [1, 2, 3])
    }

    @Test func anotherActionTakesNothingAwayAndRepeatsNothing() {
        pad.post()
        pad.change { $0.visits += 1 }
        view.appear(on: pad)
        pad.change { $0.visits += 1 }
        #expect(view.numbers == [1])
    }

    @Test func aValueThatIsPostedWhileTheViewIsAwayIsShownWhenItComesBack() {
        view.appear(on: pad)
        view.disappear()
        pad.post(2)
        #expect(view.numbers == [])
        view.appear(on: pad)
        #expect(view.numbers == [1, 2])
    }

    @Test func aViewThatComesBackFromTheNextScreenShowsNothingAgain() {
        for _ in 0..<3 {
            view.appear(on: pad)
            pad.post()
            view.disappear()
        }
        view.appear(on: pad)
        #expect(view.numbers == [1, 2, 3])
    }

    @Test func aValueOfAScreenThatIsGoneIsNotShownByTheNextOne() {
        pad.change { $0.sheet.present(Page()) }
        pad.change { $0.sheet.update(1) { $0.post() } }
        pad.change { $0.sheet.replace(with: Page()) }
        if let model = pad.model.presented(\.sheet, action: PadAction.sheet).model {
            view.appear(model, \.numbers, seen: PageAction.seen)
        }
        #expect(view.numbers == [])
    }
}

/// A view that notes what it gets.
@MainActor private final class PadView {
    private(set) var numbers: [Int] = []
    private var connection: SignalConnection?

    func appear<Action, State>(
        _ model: ObservableStore<Action, State>,
        _ path: KeyPath<State, Signals<Int>>,
        seen: @escaping @MainActor (SignalID) -> Action
    ) {
        connection = model.onSignal(path, seen: seen) { [weak self] in self?.numbers.append($0) }
    }

    func appear(on pad: PadStore) { appear(pad.model, \.page.numbers, seen: PadAction.seen) }

    func disappear() { connection = nil }
}
