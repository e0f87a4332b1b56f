// SPDX-License-Identifier: MIT

import Foundation
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

#if DEBUG
extension SignalAdapterWhiteBoxTests {
    @Test func aSecondViewIsReported() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let (pad, views) = (PadStore(), [NumberView(), NumberView()])
                for view in views { view.appear(on: pad) }
                for view in views { view.limit() }
                for _ in 0..<20 { pad.post() }
                #expect(views.map(\.numbers) == [[], Array(1...20)])
                // It is reported once, however often they appear.
                for view in views + views { view.appear(on: pad) }
                for view in views { view.limit() }
                views[1].disappear()
                pad.post()
                #expect(views.map(\.numbers) == [[21], Array(1...20)])
            }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        let report = "Two views get the values of the same Signals<Int>: those at RexObservationTests/"
        #expect(message.components(separatedBy: report).count == 2)
    }

    /// Each of the models knows nothing of the values that the other one has delivered.
    @Test func aViewOfAnotherModelOfTheStoreIsReported() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let (pad, views) = (PadStore(), (0..<6).map { _ in NumberView() })
                let other = ObservableStore(pad.store)
                pad.change { $0.pages = [Page(id: 1), Page(id: 2)] }
                @MainActor func rows(_ model: ObservableStore<PadAction, Pad>) -> ObservableElements<PageAction, Page> {
                    model.elements(\.pages, action: PadAction.row)
                }
                views[0].appear(on: pad)
                views[1].appear(other, \.page.numbers, seen: PadAction.seen)
                views[2].appear(rows(pad.model)[0], \.numbers, seen: PageAction.seen)
                views[3].appear(rows(other)[0], \.numbers, seen: PageAction.seen)
                // Another row, and a model of another store.
                views[4].appear(rows(other)[1], \.numbers, seen: PageAction.seen)
                views[5].appear(on: PadStore())
                for view in views { view.limit() }
                views[0].appear(on: pad)
                for view in views { view.limit() }
            }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        let reports = message.components(separatedBy: "Each value reaches both, since each has its own model")
        #expect(reports.count == 3)
        #expect(message.components(separatedBy: "Two views").count == 3)
    }

    @Test func aViewThatReplacesAnotherIsNotReported() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let (pad, views) = (PadStore(), [NumberView(), NumberView(), NumberView()])
                // The new view appears before the old one disappears.
                views[0].appear(on: pad)
                views[1].appear(on: pad)
                views[0].disappear()
                views[1].appear(on: pad)
                views[2].appear(pad.model, \.sheet.first.numbers, seen: PadAction.seen)
                for view in views { view.limit() }
            }
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!message.contains("Two views"))
    }
}
#endif

extension Presented<Page> {
    fileprivate var first: Page { value ?? Page() }
}
