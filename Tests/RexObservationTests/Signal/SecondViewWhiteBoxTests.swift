// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexNavigation
import RexTestSupport
import Testing

@testable import RexObservation

#if DEBUG
/// Reports of two views that get the values of one `Signals`.
@MainActor @Suite struct SecondViewWhiteBoxTests {
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

    /// The parts of two projections have no place in the state of the store.
    @Test func aViewOfAProjectionOfAnotherPartIsNotReported() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let (pad, views) = (PadStore(), (0..<3).map { _ in NumberView() })
                pad.change { $0.pages = [Page(id: 1)] }
                let page = pad.store.projection(action: { (action: PageAction) in .page(action) }, state: \.page)
                let row = pad.store.projection(
                    action: { (action: PageAction) in .row(ElementIDAction(id: 1, action: action)) },
                    state: { $0.pages[0] }
                )
                views[0].appear(ObservableStore(page), \.numbers, seen: PageAction.seen)
                views[1].appear(ObservableStore(row), \.numbers, seen: PageAction.seen)
                views[2].appear(pad.model, \.sheet.first.numbers, seen: PadAction.seen)
                for view in views { view.limit() }
            }
        }
        #expect(reports(of: result) == 0)
    }

    @Test func aSecondViewOfAModelOfAProjectionIsReported() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let (pad, views) = (PadStore(), [NumberView(), NumberView()])
                let page = pad.store.projection(action: { (action: PageAction) in .page(action) }, state: \.page)
                let model = ObservableStore(page)
                for view in views { view.appear(model, \.numbers, seen: PageAction.seen) }
                for view in views { view.limit() }
            }
        }
        #expect(reports(of: result) == 1)
    }

    /// The view in between has stopped, and the first one is there.
    @Test func aThirdViewIsReported() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            await MainActor.run {
                let (pad, views) = (PadStore(), (0..<3).map { _ in NumberView() })
                views[0].appear(on: pad)
                views[1].appear(ObservableStore(pad.store), \.page.numbers, seen: PadAction.seen)
                views[1].disappear()
                views[2].appear(ObservableStore(pad.store), \.page.numbers, seen: PadAction.seen)
                for view in views { view.limit() }
            }
        }
        #expect(reports(of: result) == 1)
    }

    @Test(arguments: [false, true]) func aViewOfAScopeWithTheSamePartIsReported(isFirst: Bool) async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { [isFirst] in
            await MainActor.run {
                let (pad, views) = (PadStore(), [NumberView(), NumberView()])
                let page = pad.model.scope(action: PadAction.page, state: \.page)
                if isFirst { views[0].appear(page, \.numbers, seen: PageAction.seen) }
                views[1].appear(on: pad)
                if !isFirst { views[0].appear(page, \.numbers, seen: PageAction.seen) }
                for view in views { view.limit() }
            }
        }
        #expect(reports(of: result) == 1)
    }

    @Test(arguments: [0, 1]) func aViewThatShowsThePastIsNotReported(index: Int) async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { [index] in
            await MainActor.run {
                let (pad, views) = (PadStore(), [NumberView(), NumberView()])
                let models = [pad.model, ObservableStore(pad.store)]
                for (view, model) in zip(views, models) { view.appear(model, \.page.numbers, seen: PadAction.seen) }
                models[index].show(Pad())
                for view in views { view.limit() }
            }
        }
        #expect(reports(of: result) == 0)
    }

    private func reports(of result: ExitTest.Result?) -> Int {
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        return message.components(separatedBy: "Two views get the values of the same Signals<Int>").count - 1
    }
}
#endif

extension Presented<Page> {
    fileprivate var first: Page { value ?? Page() }
}
