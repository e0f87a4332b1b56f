// SPDX-License-Identifier: MIT

import EffectMiddleware
import Foundation
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder
import struct RecorderMiddleware.Recording

/// The page in a real browser.
@Suite(.serialized, .enabled(if: WebDriver.isThere, "There is no chromedriver."), .webDriver) struct PageTests {
    private func shop(_ count: Int) -> Recording<ShopAction, ShopState> {
        let shop = RecordedShop()
        for index in 0..<(count / 4) {
            shop.store.dispatch(.add("tea \(index % 9)", amount: index))
            shop.store.dispatch(.remove("tea \(index % 7)"))
        }
        return shop.recording
    }

    @Test func pageShowsTheActionOfItsFragment() throws {
        let dom = try Browser.dom(of: shop(40).text(as: .html), fragment: "#action=3")
        #expect(dom.contains(/<h2><a href="#action=3"[^>]*>3<\/a> checkOut<\/h2>/))
        #expect(dom.contains(/40 actions<span[^>]*>, 20 from outside</))
        #expect(dom.contains(#"aria-activedescendant="a2""#))
        #expect(dom.contains("State after it"))
        #expect(dom.contains("<del") && dom.contains("<ins"))
        #expect(dom.contains("It answers 2 remove"))
    }

    @Test func textsAreNeverMarkup() async throws {
        let page = await Hostile.recording().text(as: .html)
        #expect(!page.contains("<img"))
        let value = try Browser.value(
            of: page,
            fragment: "#action=1",
            """
            select(1);
            return [document.images.length, document.title, details.textContent.includes('onerror='), actions.length,
                actions[0].source.file === actions[0].trail[0].text && actions[0].source.file]
            """
        )
        // The control character in it is shown as a number.
        let shown = Hostile.text.replacing("\u{1}", with: #"\u{1}"#)
            .replacing(#"\"#, with: #"\\"#).replacing("\"", with: #"\""#)
        #expect(value == "[0,\"RecorderMiddlewareTests – Rex recording\",true,2,\"\(shown)\"]")
    }

    @Test func timesOfTheAxisIncrease() throws {
        let value = try Browser.value(
            of: shop(40).text(as: .html),
            """
            const times = [15.29, 15.46, 15.49, 15.7];
            stepTicks(1400).slice(0, 4).forEach(({ rank }, index) => { moments[rank] = times[index] * 1e6; });
            return stepTicks(1400).slice(0, 3).map(tick => tick.text);
            """
        )
        #expect(value == #"["15.3 ms","15.46 ms","15.49 ms"]"#)
    }

    /// A chain of any length is complete, and its beginning is visible at once.
    @Test func causalChainIsCompletelyVisible() throws {
        let value = try Browser.value(
            of: CountingStore.recorder(count: 1_000).recording().text(as: .html),
            fragment: "#action=1001",
            """
            const numbers = () => [...details.querySelector('.links').querySelectorAll('.number')].map(node => Number(node.textContent));
            const found = [numbers()[0], numbers().at(-1), details.querySelector('.more .sub').textContent];
            for (let more; (more = details.querySelector('.more button:last-child'));) more.click();
            return [...found, numbers().length, numbers().every((number, index) => number === index + 1)]
            """
        )
        #expect(value == #"[1,1000,"985 more actions between",1000,true]"#)
    }

    @Test func namesOfCasesComeFromTheTypes() throws {
        let recorder = Recorder<RowsAction, Int>()
        let store = Store(initialState: 0, reducer: .reduce { _, _ in }, middleware: recorder.middleware)
        store.dispatch(.row(ElementIDAction(id: 3, action: .toggle)))
        store.dispatch(.cell(row: 1, .rename("a")))
        store.dispatch(.plain)
        let value = try Browser.value(of: recorder.recording().text(as: .html), "return [...counts.keys()]")
        #expect(value == #"["row.toggle","cell.rename","plain"]"#)
        let cases = recorder.recording().coverage.cases.filter { $0.value > 0 }
        #expect(cases.keys.sorted() == ["cell.rename", "plain", "row.toggle"])
    }

    @Test func tenThousandActionsKeepFewRows() throws {
        let value = try Browser.value(
            of: shop(10_000).text(as: .html),
            """
            list.scrollTop = 150000;
            drawRows();
            return [document.querySelectorAll('.row').length < 80, rows.firstChild.id, actions.length]
            """
        )
        #expect(value == #"[true,"a4992",10000]"#)
    }

    /// The cost of drawing depends on the number of pixels, not of actions.
    @Test func actionsOnTheSamePixelsAreDrawnOnce() throws {
        let value = try Browser.value(
            of: shop(10_000).text(as: .html),
            """
            select(5000);
            setView(0, total());
            let count = 0;
            const roundRect = pen.roundRect, fillRect = pen.fillRect;
            pen.roundRect = (...rest) => { count++; roundRect.apply(pen, rest); };
            pen.fillRect = (...rest) => { count++; fillRect.apply(pen, rest); };
            paint();
            return [count > 300, count < 2000]
            """
        )
        #expect(value == "[true,true]")
    }

    @Test func labelOfARunBeginsBehindTheSignOfTheRunBefore() throws {
        let value = try Browser.value(
            of: shop(40).text(as: .html),
            """
            scale = 'time';
            view = { from: 0, to: 1000 };
            const run = (began, ended, kind) => ({ number: 1, cause: -1, name: 'Effect', began, ended, row: 0, ending: kind });
            const texts = [], fillText = pen.fillText;
            pen.fillText = (text, x, y) => { texts.push([text, x]); fillText.call(pen, text, x, y); };
            paintRuns({ top: 0, height: 30, limit: 6, runs: [run(0, 1, 'failed'), run(1, 900, 'returned')] }, canvas.clientWidth);
            const [[sign, from], [label, to]] = texts;
            return [sign, label, to > from + pen.measureText(sign).width];
            """
        )
        #expect(value == #"["!","Effect",true]"#)
    }

    @Test func emptyRecordingHasAPage() throws {
        let dom = try Browser.dom(of: Recorder<ShopAction, ShopState>().recording().text(as: .html))
        #expect(dom.contains("0 actions"))
        #expect(dom.contains("Nothing was recorded."))
    }

    /// The endings of runs with their causes, and the notices of actions.
    @Test func noticesHaveSymbols() async throws {
        let recording = await Office.recordingOfTroubles()
        let value = try Browser.value(
            of: recording.text(as: .html),
            """
            const signs = [...rows.children].map(row => [...row.querySelectorAll('.sign')].map(sign => sign.title).join());
            const lines = (place = details) =>
              [...place.querySelectorAll('.not')].map(line => line.textContent.replace(/Effect at [^,]*?:\\d+/g, 'Effect').replace(/swift:\\d+/, 'swift:N'));
            const found = [signs, element('summary').textContent.split(', ')[2], element('omitted-label').textContent,
              lines(element('omissions'))];
            for (const index of [0, 2, 4, 3]) {
              select(index);
              found.push(lines());
            }
            setQuery('is:cancelled');
            filter();
            return [...found, shown];
            """
        )
        let expected = """
            [["failed","timed out","cancelled","ignored","cancels a run","",""],
            "3 runs",
            "! 1 failed, ◔ 1 timed out, ✕ 1 cancelled, ∅ 1 ignored, ⊘ 1 dropped",
            ["! Effect for 1, started by 1 job(go(1)), failed with the bank refused, and nothing caught it.Go to 1",
            "◔ Effect, started by 2 job(said('x')), took longer than its limit of 0.001 seconds.Go to 2",
            "✕ Effect for 2, started by 3 job(go(2)), was cancelled by 5 job(stop).Go to 3",
            "∅ Effect for 2 ignored 4 job(go(2)), since its run for 3 job(go(2)) went on (first).Go to 4",
            "⊘ Gate at Office.swift:N was closed, so its middleware did not get 7 job(go(3)).Go to 7"],
            ["! Effect for 1, started by 1 job(go(1)), failed with the bank refused, and nothing caught it."],
            ["✕ Effect for 2, started by 3 job(go(2)), was cancelled by 5 job(stop).Go to 5"],[],
            ["∅ Effect for 2 ignored 4 job(go(2)), since its run for 3 job(go(2)) went on (first)."],[2]]
            """
        #expect(value.replacing(#"\""#, with: "'") == expected.replacing("\n", with: ""))
    }

    /// A cancelled action is counted once, together with its delay.
    ///
    /// The action that cancelled it has a sign.
    @Test func cancelledDelayIsCountedOnce() async throws {
        let effects = ClerkEffects()
            .on(\.go, .latest.debounced(for: .seconds(1_000))) { _, _ in }
            .cancel(on: \.isStop)
        let office = Office(.lifted, effects)
        office.dispatch(.go(1), .stop)
        await office.settled()
        let value = try Browser.value(
            of: office.recording.text(as: .html),
            "return [element('omitted-label').textContent, [...rows.children].map(row => row.querySelectorAll('.sign').length)]"
        )
        #expect(value == #"["⌫ 1 revoked",[1,1]]"#)
    }
}

/// Actions for elements, and an action with its own description.
private enum RowsAction: Sendable, CustomStringConvertible {
    case row(ElementIDAction<Int, RowAction>)
    case cell(row: Int, RowAction)
    case plain

    var description: String { "something(else)" }
}
