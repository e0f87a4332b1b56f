// SPDX-License-Identifier: MIT

import RexCore
import RexNavigation
import RexTestSupport
import Testing

@testable import RexObservation

/// The adapter between a `Signals` of a store and a view.
@MainActor @Suite struct SignalAdapterWhiteBoxTests {
    let pad = PadStore()
    let view = NumberView()

    @Test func valuesThatCameTogetherAreDeliveredInOrderAndAcknowledgedWithOneAction() {
        view.appear(on: pad)
        pad.post(3)
        #expect(view.numbers == [1, 2, 3])
        #expect(pad.acknowledgements == ["#3"])
        #expect(pad.state.page.numbers.pending.isEmpty)
        pad.post()
        #expect(view.numbers == [1, 2, 3, 4])
        #expect(pad.acknowledgements == ["#3", "#4"])
    }

    @Test func valuesThatWaitAreDeliveredAtTheStart() {
        pad.post(2)
        view.appear(on: pad)
        #expect(view.numbers == [1, 2])
        #expect(pad.acknowledgements == ["#2"])
    }

    @Test func theSourceOfTheAcknowledgementIsTheLineThatConnectsTheView() {
        let line: UInt = #line + 1
        view.appear(pad.model, \.page.numbers, seen: PadAction.seen)
        pad.post()
        #expect(pad.lines == [line])
    }

    @Test func aViewThatComesBackGetsNothingTwiceAndWhatWasNotDelivered() {
        view.appear(on: pad)
        pad.post()
        view.disappear()
        pad.post(2)
        #expect(view.numbers == [1])
        let next = NumberView()
        next.appear(on: pad)
        #expect(next.numbers == [2, 3])
        #expect(pad.acknowledgements == ["#1", "#3"])
    }

    @Test(arguments: [false, true])
    func aViewThatComesBackBeforeTheAcknowledgementIsProcessedGetsNothingTwice(isInSheet: Bool) {
        let executor = ManualExecutor()
        let pad = PadStore(executor: executor.executor)
        pad.change { $0.sheet.present(Page()) }
        executor.run()
        func appear(_ view: NumberView) {
            // The model is made again, since nothing else uses it.
            let model =
                isInSheet
                ? pad.model.presented(\.sheet, action: PadAction.sheet).model
                : pad.model.scope(action: PadAction.page, state: \.page)
            if let model { view.appear(model, \.numbers, seen: PageAction.seen) }
        }
        var view: NumberView? = NumberView()
        if let view { appear(view) }
        for _ in 0..<3 {
            pad.change { pad in
                pad.page.post()
                pad.sheet.update(1) { $0.post() }
            }
        }
        executor.step()
        #expect(view?.numbers == [1])
        view = nil
        // The second post is processed before the acknowledgement.
        executor.step()
        let next = NumberView()
        appear(next)
        #expect(next.numbers == [2])
        executor.run()
        #expect(next.numbers == [2, 3])
        #expect(pad.acknowledgements == ["#1", "#2", "#3"].map { isInSheet ? "sheet #1 \($0)" : $0 })
        #expect(pad.state.page.numbers.pending.count == (isInSheet ? 3 : 0))
    }

    @Test func anOptionalPartThatComesBackIsNew() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let (pad, view) = (PadStore(), NumberView())
                pad.change { $0.note = Page() }
                let note = pad.model.scope(\.note, action: PadAction.note)
                if let note { view.appear(note, \.numbers, seen: PageAction.seen) }
                pad.change { $0.note?.post() }
                pad.change { $0.note = nil }
                pad.change { $0.note = Page() }
                pad.change { $0.note?.post() }
                #expect(view.numbers == [1, 1])
                #expect(pad.state.note?.numbers.pending.isEmpty == true)
            }
        }
        expectMessage(of: result, contains: "The counter of a Signals<Int> went back below #2")
    }

    @Test func aViewThatAppearsAgainWithoutDisappearingGetsNothingTwice() {
        view.appear(on: pad)
        pad.post()
        view.appear(on: pad)
        pad.post()
        #expect(view.numbers == [1, 2])
    }

    @Test func aViewThatIsStoppedByAValueGetsNoMoreAndAcknowledgesIt() {
        view.whenDelivered = { [view] number in if number == 2 { view.disappear() } }
        view.appear(on: pad)
        pad.post(3)
        #expect(view.numbers == [1, 2])
        #expect(pad.acknowledgements == ["#2"])
        view.appear(on: pad)
        #expect(view.numbers == [1, 2, 3])
    }

    @Test func aValueThatPostsAnotherGetsItAfterItsCall() {
        var running = 0
        view.whenDelivered = { [pad] number in
            running += 1
            #expect(running == 1)
            if number < 3 { pad.post() }
            running -= 1
        }
        pad.post()
        view.appear(on: pad)
        #expect(view.numbers == [1, 2, 3])
        #expect(pad.state.page.numbers.pending.isEmpty)
    }

    @Test func theNextValuesReachTheViewIfAnAcknowledgementWasLost() {
        view.appear(pad.model, \.page.numbers) { .page(.ignored($0)) }
        pad.post()
        pad.post()
        #expect(view.numbers == [1, 2])
        #expect(pad.state.page.numbers.pending.count == 2)
        view.appear(on: pad)
        pad.post()
        #expect(view.numbers == [1, 2, 3])
        #expect(pad.acknowledgements == ["#3"])
        #expect(pad.state.page.numbers.pending.isEmpty)
    }

    @Test func ofMoreThanAHundredThatWaitTheOldestAreNotDelivered() {
        pad.post(103)
        view.appear(on: pad)
        #expect(view.numbers == Array(4...103))
        #expect(pad.acknowledgements == ["#103"])
    }

    @Test func nothingIsDeliveredAfterTheEndOfAPresentation() {
        pad.change { $0.sheet.present(Page()) }
        let old = pad.model.presented(\.sheet, action: PadAction.sheet).model
        pad.change { $0.sheet.update(1) { $0.post() } }
        // The model keeps this state.
        #expect(old?.numbers.pending.count == 1)
        pad.change { $0.sheet.replace(with: Page()) }
        if let old { view.appear(old, \.numbers, seen: PageAction.seen) }
        #expect(view.numbers == [])
        #expect(pad.acknowledgements == [])
        let new = NumberView()
        if let model = pad.model.presented(\.sheet, action: PadAction.sheet).model {
            new.appear(model, \.numbers, seen: PageAction.seen)
        }
        pad.change { $0.sheet.update(2) { $0.post() } }
        #expect((view.numbers, new.numbers) == ([], [1]))
        #expect(pad.acknowledgements == ["sheet #2 #1"])
    }

    @Test func nothingIsDeliveredAfterTheEndOfTheOuterPresentation() {
        pad.change { $0.sheet.present(Page()) }
        pad.change { pad in
            pad.sheet.update(1) { page in
                page.inner.present(Signals())
                page.inner.update { $0.post(1) }
            }
        }
        let outer = pad.model.presented(\.sheet, action: PadAction.sheet).model
        let inner = outer?.presented(\.inner, action: PageAction.inner).model
        #expect(inner?.pending.count == 1)
        pad.change { $0.sheet.dismiss() }
        if let inner { view.appear(inner, \.self) { $0 } }
        #expect(view.numbers == [])
    }

    @Test func aValueThatEndsItsPresentationIsTheLastAndIsNotAcknowledged() {
        pad.change { $0.sheet.present(Page()) }
        pad.change { $0.sheet.update(1) { $0.post(2) } }
        view.whenDelivered = { [pad] _ in pad.store.dispatch(.sheet(.dismissed(1))) }
        if let model = pad.model.presented(\.sheet, action: PadAction.sheet).model {
            view.appear(model, \.numbers, seen: PageAction.seen)
        }
        #expect(view.numbers == [1])
        #expect(pad.acknowledgements == [])
    }

    @Test func acknowledgementThatIsLateForItsPresentationIsRefused() {
        let executor = ManualExecutor()
        let pad = PadStore(executor: executor.executor)
        pad.change { $0.sheet.present(Page()) }
        executor.run()
        if let model = pad.model.presented(\.sheet, action: PadAction.sheet).model {
            view.appear(model, \.numbers, seen: PageAction.seen)
        }
        // The sheet is replaced before the store gets the acknowledgement.
        view.whenDelivered = { [pad] _ in
            pad.change { pad in
                var page = Page()
                page.post()
                pad.sheet.replace(with: page)
            }
        }
        pad.change { $0.sheet.update(1) { $0.post() } }
        executor.run()
        #expect(view.numbers == [1])
        #expect(pad.acknowledgements == ["refused: presentation #1 is gone"])
        #expect(pad.state.sheet.value?.numbers.pending.count == 1)
    }

    @Test func nothingIsDeliveredAfterTheEndOfAnElementOrAnOptionalPart() {
        pad.change { pad in
            pad.pages = [Page(id: 1), Page(id: 2)]
            pad.note = Page()
            for index in 0..<2 { pad.pages[index].post() }
            pad.note?.post()
        }
        let rows = Array(pad.model.elements(\.pages, action: PadAction.row))
        let note = pad.model.scope(\.note, action: PadAction.note)
        #expect(note?.numbers.pending.count == 1)
        pad.change { pad in
            pad.pages.removeFirst()
            pad.note = nil
        }
        for row in rows { view.appear(row, \.numbers, seen: PageAction.seen) }
        #expect(view.numbers == [1])
        if let note { view.appear(note, \.numbers, seen: PageAction.seen) }
        #expect(view.numbers == [1])
        #expect(pad.acknowledgements == ["row 2 #1"])
    }

    @Test func anotherModelHasItsOwnValues() {
        pad.change { pad in
            pad.pages = [Page(id: 1), Page(id: 2)]
            for index in 0..<2 { pad.pages[index].post() }
        }
        for row in pad.model.elements(\.pages, action: PadAction.row) {
            view.appear(row, \.numbers, seen: PageAction.seen)
        }
        pad.change { $0.pages[0].post() }
        #expect(view.numbers == [1, 1])
        #expect(pad.acknowledgements == ["row 1 #1", "row 2 #1"])
    }

    @Test func aViewThatSwitchesToAnotherModelInACallGetsItsValues() {
        pad.change { pad in
            pad.pages = [Page(id: 1), Page(id: 2)]
            pad.pages[0].post(2)
            pad.pages[1].post()
        }
        let rows = Array(pad.model.elements(\.pages, action: PadAction.row))
        view.whenDelivered = { [view] _ in
            view.whenDelivered = nil
            view.appear(rows[1], \.numbers, seen: PageAction.seen)
        }
        view.appear(rows[0], \.numbers, seen: PageAction.seen)
        #expect(view.numbers == [1, 1])
        #expect(pad.acknowledgements == ["row 1 #1", "row 2 #1"])
    }

    @Test func aConnectionEndsWithItsResult() {
        var numbers: [Int] = []
        var connection: SignalConnection? = pad.model.onSignal(\.page.numbers, seen: PadAction.seen) {
            numbers.append($0)
        }
        pad.post()
        #expect(connection != nil)
        connection = nil
        pad.post()
        #expect(numbers == [1])
        connection = pad.model.onSignal(\.page.numbers, seen: PadAction.seen) { numbers.append($0) }
        #expect(numbers == [1, 2])
    }

    @Test func aConnectionThatIsReleasedByAValueGetsNoMore() {
        let holder = ConnectionHolder()
        holder.connection = pad.model.onSignal(\.page.numbers, seen: PadAction.seen) { number in
            holder.numbers.append(number)
            if number == 2 { holder.connection = nil }
        }
        pad.post(3)
        #expect(holder.numbers == [1, 2])
        #expect(pad.acknowledgements == ["#2"])
        view.appear(on: pad)
        #expect(view.numbers == [3])
    }

    @Test func aReleasedViewLeavesNothingBehind() {
        weak var adapter: SignalAdapter<Int>?
        weak var model: ObservableStore<PageAction, Page>?
        do {
            let scope = pad.model.scope(action: PadAction.page, state: \.page)
            let strong = SignalAdapter<Int>()
            strong.start(SignalSource(scope, \.numbers, seen: PageAction.seen, file: "", function: "", line: 0))
            pad.post()
            (adapter, model) = (strong, scope)
        }
        #expect(adapter == nil)
        #expect(model == nil)
    }
}

@MainActor private final class ConnectionHolder {
    var connection: SignalConnection?
    var numbers: [Int] = []
}
