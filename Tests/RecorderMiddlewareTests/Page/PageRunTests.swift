// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTestSupport
import Testing

import struct RecorderMiddleware.Recording

/// Runs, closed gates and consequences on the page, in a real browser.
@Suite(.serialized, .enabled(if: WebDriver.isThere, "There is no chromedriver."), .webDriver) struct PageRunTests {
    private static let tools = """
        const frame = () => new Promise(done => setTimeout(() => requestAnimationFrame(done), 0));
        const short = text => text.replace(/Office.swift:\\d+/g, 'Office.swift');
        const found = text => { setQuery(text); filter(); return [...shown]; };
        """

    /// Returns the result of a probe as JSON, with apostrophes.
    private func value(_ page: String, _ probe: String) throws -> String {
        try Browser.value(of: page, scripts: Self.tools, probe).replacing(#"\""#, with: "'")
    }

    @Test func closedGatesAreFoldedByRuleAndHaveNoSign() async throws {
        let office = Office(.gated, ClerkEffects().on(\.go, .first) { _, _ in throw Office.Refusal() })
        office.dispatch(.go(1))
        await office.settled()
        office.send(.open(false))
        office.dispatch(.go(2), .go(3), .go(4))
        let value = try value(
            office.recording.text(as: .html),
            """
            const signs = [...rows.children].map(row => row.querySelectorAll('.sign').length);
            const menu = [...element('omissions').children].map(part => short(part.textContent));
            element('omissions').querySelector('details').open = true;
            await frame();
            select(2);
            return [signs, menu, element('omissions').querySelectorAll(':scope > details p').length, found('is:dropped'),
                short(details.lastChild.textContent)]
            """
        )
        let expected = [
            "[1,0,0,0,0]",
            """
            ["! Effect at Office.swift, started by 1 job(go(1)), failed with the bank refused, and nothing caught it.Go to 1",\
            "⊘ Gate at Office.swift: 3 times"]
            """,
            "3", "[2,3,4]",
            "\"⊘ Gate at Office.swift was closed, so its middleware did not get 3 job(go(2)).\"",
        ]
        #expect(
            value.replacing(/Effect at [^,]*,/, with: "Effect at Office.swift,")
                == "[\(expected.joined(separator: ","))]"
        )
    }

    @Test func actionSaysWhatItLedTo() async throws {
        let value = try value(
            await Office.recordingOfTroubles().text(as: .html),
            """
            const led = [2, 4, 6].map(index => { select(index); return details.querySelector('.led').textContent.replace(/at [^ ]+:\\d+/, 'at …'); });
            select(4);
            const signs = [...details.querySelector('h2').querySelectorAll('.sign')].map(sign => sign.title);
            return [led, signs, found('is:cancels'), details.textContent.includes('✕ It cancelled: Effect at ')]
            """
        )
        let led = "[\"Started 1 run: Effect at … for 2.\",\"Cancelled 1 run: Effect at … for 2.\",\"Led to nothing.\"]"
        #expect(value == "[\(led),[\"cancels a run\"],[4],true]")
    }

    @Test func actionSaysWhatItChangedAndWhereItIsFrom() throws {
        let shop = RecordedShop()
        shop.store.dispatch(.add("tea", amount: 1))
        shop.store.dispatch(.remove("rice"))
        let value = try value(
            shop.recording.text(as: .html),
            """
            const places = [0, 3].map(index => placeOf(actions[index]).map(part => short(part.textContent ?? part).replace(/\\w+.swift:\\d+/, '…')).join(''));
            return [...actions.map(action => [why(action).endsWith(' It changed nothing.'), ledTo(action)]), ...places]
            """
        )
        let shown = [
            #"[false,"Led to nothing."]"#, #"[true,"Led to 1 action: 3 checkOut."]"#,
            #"[false,"Led to 1 action: 4 payment.paid."]"#, #"[false,"Led to nothing."]"#,
            #""…, actionSaysWhatItChangedAndWhereItIsFrom()""#,
            #""…, answering; first dispatched at …, actionSaysWhatItChangedAndWhereItIsFrom()""#,
        ]
        #expect(value == "[\(shown.joined(separator: ","))]")
    }

    @Test func runsAreFound() async throws {
        let value = try value(
            await Office.recordingOfTroubles().text(as: .html),
            """
            const run = runs[2], place = fileName(run.file) + ':' + run.line;
            return [found('run:failed'), found('run:"timed out"'), found('run:cancelled'), found('run:' + place), found('run:effect'),
                found('run:' + run.number).includes(2), found('run:' + run.line).includes(2), found('run:nobody')]
            """
        )
        #expect(value == "[[0],[1],[2],[0,2],[0,1,2],true,true,[]]")
    }

    /// With the events of a real mouse.
    @Test func clickOnABarShowsTheRun() async throws {
        let place = try value(
            await Office.recordingOfTroubles().text(as: .html),
            """
            select(6);
            setView(0, total());
            await frame();
            const run = runs[2], lane = lanes.find(lane => lane.runs?.includes(run)), box = canvas.getBoundingClientRect();
            const middle = xOf((scales[scale].at(run.began) + scales[scale].at(run.ended)) / 2);
            return { x: box.left + middle, y: box.top + lane.top + 5 + run.row * runHeight + 4 }
            """
        )
        let driver = try #require(WebDriverTrait.driver)
        for type in ["mouseMoved", "mousePressed", "mouseReleased"] {
            let event = #"{"type":"\#(type)","button":"left","clickCount":1,"# + place.dropFirst()
            let _: WebDriver.Nothing = try driver.command("Input.dispatchMouseEvent", event)
        }
        let shown: [String] = try driver.run(
            """
            const place = / at [^ ]+:\\d+/;
            return [tip.textContent.split(' – ')[0], details.querySelectorAll('.not').length + details.querySelector('.chosen').textContent, actions[selected].label]
                .map(text => text.replace(place, ''));
            """
        )
        #expect(
            shown == [
                "Effect for 2", "1✕ Effect for 2, started by 3 job(go(2)), was cancelled by 5 job(stop).Go to 5", "3",
            ]
        )
    }
}
