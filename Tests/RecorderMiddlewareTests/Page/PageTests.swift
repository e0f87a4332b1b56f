// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder
import struct RecorderMiddleware.Recording

/// The page in a real browser.
@Suite(.serialized, .enabled(if: Browser.isThere, "There is no Chromium.")) struct PageTests {
    private func shop(_ count: Int) -> Recording<ShopAction, ShopState> {
        let shop = RecordedShop()
        for index in 0..<(count / 4) {
            shop.store.dispatch(.add("tea \(index % 9)", amount: index))
            shop.store.dispatch(.remove("tea \(index % 7)"))
        }
        return shop.recording
    }

    @Test func thePageShowsTheActionOfItsFragment() throws {
        let dom = try Browser.dom(of: shop(40).text(as: .html), fragment: "#action=3")
        #expect(dom.contains("<h2>3 checkOut</h2>"))
        #expect(dom.contains("40 actions, 20 from outside"))
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
        // The control character in it is shown by its number.
        let shown = Hostile.text.replacing("\u{1}", with: #"\u{1}"#)
            .replacing(#"\"#, with: #"\\"#).replacing("\"", with: #"\""#)
        #expect(value == "[0,\"Rex recording\",true,2,\"\(shown)\"]")
    }

    @Test func timesOfTheAxisNeverSeemToGoBack() throws {
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

    /// A chain of any length is there as a whole, and where it began can be seen at once.
    @Test func theWholeChainOfCausesCanBeSeen() throws {
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
        store.dispatch(.cell(row: 1, .named("a")))
        store.dispatch(.plain)
        let value = try Browser.value(of: recorder.recording().text(as: .html), "return [...counts.keys()]")
        #expect(value == #"["row.toggle","cell.named","plain"]"#)
        let cases = recorder.recording().coverage.cases.filter { $0.value > 0 }
        #expect(cases.keys.sorted() == ["cell.named", "plain", "row.toggle"])
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

    /// The work of a drawing is bounded by the pixels, not by the actions.
    @Test func whatLiesOnTheSamePixelsIsDrawnOnce() throws {
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

    @Test func anEmptyRecordingIsAPageToo() throws {
        let dom = try Browser.dom(of: Recorder<ShopAction, ShopState>().recording().text(as: .html))
        #expect(dom.contains("0 actions"))
        #expect(dom.contains("Nothing was recorded."))
    }

    /// Which there is in data that have them: how a run ended and by what, and actions that were not processed.
    @Test func whatDidNotHappenHasItsSign() throws {
        let page = CountingStore.recorder(count: 3).recording().text(as: .html)
        let value = try Browser.value(
            of: page.replacing(
                #""runs":[],"#,
                with: #"""
                    "runs":[[7,0,0,0,0,1,0,10,20,{"kind":"failed","text":"no network"}],[8,1,0,0,0,1,0,10,30,{"kind":"cancelled","by":2}]],
                    "notes":[[3,"dropped","the gate \"closed\""]],
                    """#
            ),
            """
            const signs = [...rows.children].map(row => [...row.querySelectorAll('.sign')].map(sign => sign.title).join());
            const found = [signs, element('summary').textContent.split(', ').slice(2, 6)];
            for (const index of [0, 1, 3]) {
              select(index);
              found.push(index === 3 ? details.querySelector('.why').textContent.split('. ')[0] : details.querySelector('.run').textContent);
            }
            setQuery('is:cancelled');
            filter();
            return [...found, shown];
            """
        )
        #expect(
            value.replacing(#"\""#, with: "'") == """
                [["failed","cancelled","","dropped"],["2 runs","1 dropped","1 failed","1 cancelled"],\
                "! Run: count (failed: no network, after 10 ns)","✕ Run: count (cancelled by 3 count, after 20 ns)Go to 3",\
                "It was dropped by the gate 'closed'",[1]]
                """
        )
    }
}

/// Actions for elements, and one that says something else of itself.
private enum RowsAction: Sendable, CustomStringConvertible {
    case row(ElementIDAction<Int, RowAction>)
    case cell(row: Int, RowAction)
    case plain

    var description: String { "something(else)" }
}

private enum RowAction: Sendable {
    case toggle
    case named(String)
}
