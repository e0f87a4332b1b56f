// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import Testing

import struct RecorderMiddleware.Recording

/// The files that the page reads and writes, in a real browser.
@Suite(.serialized, .enabled(if: WebDriver.isThere, "There is no chromedriver."), .webDriver) struct PageFileTests {
    private func shop(_ names: [String]) -> Recording<ShopAction, ShopState> {
        let shop = RecordedShop()
        for name in names {
            shop.store.dispatch(.add(name, amount: 1))
            shop.store.dispatch(.remove(name))
        }
        return shop.recording
    }

    private func literal(_ text: String) throws -> String {
        String(decoding: try JSONEncoder().encode(text), as: UTF8.self).replacing("<", with: "\\u003c")
    }

    /// Each action has the same texts, numbers and positions in both.
    @Test func jsonLinesOpenAsThePageOfTheSameRecording() async throws {
        for recording in [shop(["tea", "cake"]), await Hostile.recording()] {
            let value = try Browser.value(
                of: recording.text(as: .html),
                """
                const read = fromLines(\(literal(recording.text(as: .jsonLines))));
                const others = readActions(read);
                const said = a => JSON.stringify([a.label, a.cause, a.run, a.name, a.text, a.change, a.thread, a.isDone, a.isDescribed, a.time, a.steps, a.source, a.trail]);
                return [others.length === actions.length, others.every((other, i) => said(other) === said(actions[i])), rowCount(read.runs) === runs.length]
                """
            )
            #expect(value == "[true,true,true]")
        }
    }

    /// Notices and endings of runs are the same in lines, and in lines and pages that the page writes.
    @Test func noticesAreReadAgain() async throws {
        let recording = await Office.recordingOfTroubles()
        let page = recording.text(as: .html)
        let value = try Browser.value(
            of: page,
            """
            const all = actions.map(action => action.index);
            const said = data => JSON.stringify([data.runs, data.notices].map(table => [Object.keys(table.numbers), Object.keys(table.texts), rowCount(table)])) +
                data.runs.texts.explanation.concat(data.notices.texts.explanation).map(text => data.texts[text]);
            const here = said(raw);
            return [said(fromLines(\(literal(recording.text(as: .jsonLines))))), said(fromLines(linesOf(all))), said(slice(all))]
                .map(other => other === here)
            """
        )
        #expect(value == "[true,true,true]")
        let quoted = try Browser.value(of: page, "return linesOf(actions.map(action => action.index))")
        let lines = try JSONDecoder().decode(String.self, from: Data(quoted.utf8))
        for text in [lines, recording.text(as: .jsonLines)] {
            let read = try OfficeRecording(jsonLines: text)
            #expect(read.runs.map { read.explain($0) } == recording.runs.map { recording.explain($0) })
            #expect(read.notices.map { read.explain($0) } == recording.notices.map { recording.explain($0) })
            #expect(read.damage == nil)
        }
    }

    @Test func partIsSavedAsAPageAndAsLines() throws {
        let value = try Browser.value(
            of: shop(["tea", "secret", "cake"]).text(as: .html),
            """
            const indexes = [8, 9, 10, 11];
            const page = pageOf(slice(indexes)), again = dataOf(page), lines = fromLines(linesOf(indexes));
            const data = JSON.parse(new DOMParser().parseFromString(page, 'text/html').getElementById('data').textContent);
            const [paged, lined] = [readActions(again), readActions(lines)];
            return [paged.map(a => a.text), lined.map(a => a.label), paged.map(a => a.cause), page.includes('secret'),
                linesOf(indexes).includes('secret'), again.nodes.length < nodes.length, rowCount(data.actions)]
            """
        )
        #expect(
            value.replacing(#"\""#, with: "'")
                == #"[["add('cake', amount: 1)","remove('cake')","checkOut","payment(paid(1.5))"],"#
                + #"["9","10","11","12"],[-1,-1,1,2],false,false,true,4]"#
        )
    }

    /// The page of a part runs, and shows the states of the whole recording.
    @Test func pageOfAPartOpens() throws {
        let page = shop(["tea", "coffee", "cake"]).text(as: .html)
        let quoted = try Browser.value(of: page, "return pageOf(slice([4, 5, 6]))")
        let part = try JSONDecoder().decode(String.self, from: Data(quoted.utf8))
        let states = try Browser.value(of: page, "return [4, 5, 6].map(index => flat(actions[index].after))")
        let value = try Browser.value(
            of: part,
            fragment: "#action=6",
            "return actions.map(action => flat(action.after))"
        )
        #expect(value == states)
        #expect(try Browser.dom(of: part, fragment: "#action=6").contains(">6</a> remove</h2>"))
    }

    @Test func comparisonShowsTheFirstDifference() throws {
        let value = try Browser.value(
            of: shop(["tea", "coffee", "cake"]).text(as: .html),
            """
            compare(fromLines(\(literal(shop(["tea", "milk", "cake"]).text(as: .jsonLines)))), 'other.jsonl');
            const words = compared.map(row => row.kind[0]).join('');
            nextDifference(1);
            const at = comparedFocus;
            leaveCompared();
            const first = element('parting').textContent;
            compare(slice(actions.map(action => action.index)), 'same.html');
            return [first, words, at, actions[selected].text, element('parting').textContent]
            """
        )
        #expect(
            value.replacing(#"\""#, with: "'") == """
                ["They are the same for 4 actions and part at 5 add; 2 only here, 2 only in other.jsonl.",\
                "ssssllrrssssss",5,"remove('coffee')","Both have the same 12 actions."]
                """
        )
    }

    @Test(arguments: [
        ("{}", "This is not a recording: its first line is not a recording's header."),
        ("", "This is not a recording: its first line is not a recording's header."),
        (#"{"type":"recording","version":9}"#, "This recording has version 9, but only version 3 can be read here."),
        ("<p>a</p>", "This page has no recording."),
        (
            EarlierVersionTests.lines,
            "This recording was written by an earlier version of Rex, and cannot be read here."
        ),
        (
            // A page of version 1, whose data has no version.
            #"""
            <script type="application/json" id="data">{"start":1795864757765.0369,"program":"RecorderMiddlewareTests",\#
            "several":false,"stores":[],"actions":[2,1,-1,0,0,1,2,1,1,158598,148248,10841,0,0,3,4,17,-1,-1,-1],"runs":[],\#
            "notices":[],"steps":[],"nodes":[],"texts":["add","add(\"tea\", amount: 2)","amounts[\"tea\"]: inserted 2",\#
            "RecorderMiddlewareTests/RecorderDump.swift","dump()"]}</script>
            """#, "This recording was written by an earlier version of Rex, and cannot be read here."
        ),
    ]) func otherFilesAreReported(text: String, error: String) throws {
        let value = try Browser.value(
            of: shop([]).text(as: .html),
            "await take(new File([\(literal(text))], 'a.jsonl'), 'open'); return element('damage').textContent"
        )
        #expect(value == "\"a.jsonl cannot be read: \(error)\"")
    }
}
