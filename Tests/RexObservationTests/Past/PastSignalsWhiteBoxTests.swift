// SPDX-License-Identifier: MIT

import RexCore
import RexNavigation
import RexTestSupport
import Testing

@testable import RexObservation

/// Signals and presentations while views show a past state.
@MainActor @Suite struct PastSignalsWhiteBoxTests {
    let pad = PadStore()
    private let view = NumberView()

    /// A past state with values that wait.
    private func past(_ count: Int) -> Pad {
        var pad = Pad()
        pad.page.post(count)
        return pad
    }

    @Test func signalsOfThePastAreNotDelivered() {
        view.appear(on: pad)
        pad.post()
        pad.model.show(past(3))
        let other = NumberView()
        other.appear(on: pad)
        #expect((view.numbers, other.numbers) == ([1], []))
        pad.model.resume()
        #expect((view.numbers, other.numbers) == ([1], []))
        #expect(pad.acknowledgements == ["#1"])
    }

    @Test func signalsThatCameMeanwhileAreDeliveredAtResume() {
        view.appear(on: pad)
        pad.post()
        pad.model.show(Pad())
        pad.post(2)
        #expect(view.numbers == [1])
        pad.model.resume()
        #expect(view.numbers == [1, 2, 3])
        #expect(pad.acknowledgements == ["#1", "#3"])
    }

    @Test func signalsThatThePastHasTooAreDeliveredAtResume() {
        view.appear(on: pad)
        pad.model.show(Pad())
        pad.post(2)
        // The views read the same values before and after they resume.
        pad.model.show(pad.state)
        #expect(view.numbers == [])
        pad.model.resume()
        #expect(view.numbers == [1, 2])
        #expect((pad.acknowledgements, pad.state.page.numbers.pending.isEmpty) == (["#2"], true))
    }

    @Test func viewThatShowsThePastGetsTheRestAtResume() {
        view.whenDelivered = { [pad] number in if number == 1 { pad.model.show(Pad()) } }
        view.appear(on: pad)
        pad.post(2)
        #expect((view.numbers, pad.acknowledgements) == ([1], []))
        pad.model.resume()
        #expect((view.numbers, pad.acknowledgements) == ([1, 2], ["#2"]))
    }

    @Test func viewThatShowsThePastAtItsLastValueAcknowledgesAtResume() {
        view.whenDelivered = { [pad] _ in pad.model.show(pad.state) }
        view.appear(on: pad)
        pad.post()
        #expect(pad.acknowledgements == [])
        pad.model.resume()
        #expect((view.numbers, pad.acknowledgements) == ([1], ["#1"]))
    }

    /// The store has not processed the acknowledgement when the past state is shown.
    @Test func viewThatComesBackAfterThePastRepeatsNothing() {
        let executor = ManualExecutor()
        let pad = PadStore(executor: executor.executor)
        executor.run()
        do {
            let page = pad.model.scope(action: PadAction.page, state: \.page)
            view.appear(page, \.numbers) { .seen($0) }
            pad.post()
            executor.step()
            #expect(view.numbers == [1])
            view.disappear()
        }
        pad.model.show(Pad())
        pad.model.resume()
        let other = NumberView()
        let page = pad.model.scope(action: PadAction.page, state: \.page)
        other.appear(page, \.numbers) { .seen($0) }
        #expect(other.numbers == [])
    }

    /// The models of the part, the row, the optional part and the sheet are released with their views.
    @Test(arguments: 0..<4, [false, true])
    func childsViewThatShowsThePastAndGoesAwayRepeatsNothing(part: Int, isPastChanged: Bool) {
        pad.change { pad in
            (pad.pages, pad.note) = ([Page(id: 7)], Page())
            pad.sheet.present(Page())
        }
        appear(view, part)
        view.whenDelivered = { [pad, view] _ in
            pad.model.show(Pad())
            view.disappear()
        }
        pad.change { pad in
            pad.page.post(2)
            pad.pages[0].post(2)
            pad.note?.post(2)
            pad.sheet.update { $0.post(2) }
        }
        #expect(view.numbers == [1])
        if isPastChanged { for count in 0..<3 { pad.model.show(past(count)) } }
        pad.model.resume()
        let other = NumberView()
        appear(other, part)
        #expect(other.numbers == [2])
    }

    private func appear(_ view: NumberView, _ part: Int) {
        switch part {
        case 0: view.appear(pad.model.scope(action: PadAction.page, state: \.page), \.numbers) { .seen($0) }
        case 1:
            for row in pad.model.elements(\.pages, action: PadAction.row) {
                view.appear(row, \.numbers, seen: PageAction.seen)
            }
        case 2:
            guard let note = pad.model.scope(\.note, action: PadAction.note) else { return }
            view.appear(note, \.numbers, seen: PageAction.seen)
        default:
            guard let sheet = pad.model.presented(\.sheet, action: PadAction.sheet).model else { return }
            view.appear(sheet, \.numbers, seen: PageAction.seen)
        }
    }

    @Test func sheetThatTheUserClosesInThePastOpensAgain() {
        let notes = NotesStore()
        notes.change { $0.sheet.present(Editor(text: "one")) }
        let past = notes.state
        notes.change { $0.sheet.dismiss() }
        let sheet = BridgeStage(.sheet, notes.model.presented(\.sheet, action: NotesAction.sheet).source)
        notes.model.show(past)
        sheet.acknowledge()
        sheet.close()
        sheet.acknowledge()
        #expect((sheet.requests.last, notes.actions) == ([], ["refused: the view shows a past state"]))
        sheet.time.limit()
        #expect(sheet.requests.last == [1])
        sheet.acknowledge()
        notes.model.resume()
        sheet.acknowledge()
        #expect(sheet.requests == [[], [1], [], [1], []])
        #expect(notes.actions.count == 1)
    }
}
