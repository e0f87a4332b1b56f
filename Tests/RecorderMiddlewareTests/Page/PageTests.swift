// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder
import struct RecorderMiddleware.Recording

private let hasChromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
}

/// The page in a real browser.
@Suite(.serialized, .enabled(if: hasChromium, "There is no Chromium.")) struct PageTests {
    /// The page as it is after its scripts have run.
    private func dom(of page: String, fragment: String = "", probe: String = "") throws -> String {
        let folder = try TemporaryFolder()
        // What the test wants to know is written into the page.
        let script =
            probe.isEmpty
            ? "" : "<script>document.documentElement.dataset.probe = JSON.stringify((() => { \(probe) })())</script>"
        try folder.write(page.replacing("</body>", with: script + "</body>"), to: "page.html")
        let child = try ChildProcess(
            running: "chromium",
            arguments: [
                "--headless", "--disable-gpu", "--virtual-time-budget=2000", "--enable-logging=stderr", "--v=0",
                "--user-data-dir=\(folder.file("profile"))", "--window-size=1400,900", "--dump-dom",
            ] + (geteuid() == 0 ? ["--no-sandbox"] : []) + ["file://\(folder.file("page.html"))\(fragment)"],
            ownGroup: true,
            deadline: 120
        )
        let dom = child.remainingOutput()
        let messages = child.remainingErrors().split(separator: "\n").filter { $0.contains("CONSOLE") }
        #expect(messages == [])
        return dom
    }

    /// The value that a probe has given, as JSON.
    private func value(of dom: String) throws -> String {
        let match = try #require(dom.firstMatch(of: #/data-probe="([^"]*)"/#))
        return String(match.1).replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
    }

    private func shop(_ count: Int) -> Recording<ShopAction, ShopState> {
        let shop = RecordedShop()
        for index in 0..<(count / 4) {
            shop.store.dispatch(.add("tea \(index % 9)", amount: index))
            shop.store.dispatch(.remove("tea \(index % 7)"))
        }
        return shop.recording
    }

    @Test func thePageShowsTheActionOfItsFragment() throws {
        let dom = try dom(of: shop(40).text(as: .html), fragment: "#action=3")
        #expect(dom.contains("<h2>3 checkOut</h2>"))
        #expect(dom.contains("40 actions, 20 from outside"))
        #expect(dom.contains(#"aria-activedescendant="a2""#))
        #expect(dom.contains("State after it"))
        #expect(dom.contains("<del>") && dom.contains("<ins>"))
    }

    @Test func textsAreNeverMarkup() async throws {
        let recording = await Hostile.recording()
        let page = recording.text(as: .html)
        #expect(!page.contains("<img"))
        let dom = try dom(
            of: page,
            fragment: "#action=1",
            probe: """
                select(1);
                return [document.images.length, document.title, actions[0].source.file === actions[0].trail[0].text,
                    details.textContent.includes('onerror='), actions.length, raw.texts[0].length]
                """
        )
        #expect(try value(of: dom) == "[0,\"Rex recording\",true,true,2,\(Hostile.text.utf16.count)]")
        #expect(dom.contains("<title>Rex recording</title>"))
    }

    @Test func timesOfTheAxisNeverSeemToGoBack() throws {
        let dom = try dom(
            of: shop(40).text(as: .html),
            probe: """
                const times = [15.29, 15.46, 15.49, 15.7];
                stepTicks(1400).slice(0, 4).forEach(({ rank }, index) => { moments[rank] = times[index] * 1e6; });
                return stepTicks(1400).slice(0, 3).map(tick => tick.text);
                """
        )
        #expect(try value(of: dom) == #"["15.3 ms","15.46 ms","15.49 ms"]"#)
    }

    @Test func aFilterAndASearchLeaveActionsOut() throws {
        let dom = try dom(
            of: shop(40).text(as: .html),
            fragment: "#search=%22tea+3%22&hidden=remove",
            probe:
                "return [shown.map(index => actions[index].name), document.querySelectorAll('.row').length, element('filter-label').textContent]"
        )
        #expect(try value(of: dom) == #"[["add"],1,"3 of 4 cases"]"#)
    }

    @Test func theKeyboardMovesTheSelection() throws {
        let dom = try dom(
            of: shop(40).text(as: .html),
            probe: """
                const press = key => list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
                const went = [];
                for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'c', 'e', 'End', 'Home', 'PageDown', 'ArrowUp']) {
                  press(key);
                  went.push(selected);
                }
                return went.slice(0, 7).concat(went[7] > 1, went[7] - went[8])
                """
        )
        #expect(try value(of: dom) == "[1,2,3,2,3,39,0,true,1]")
    }

    @Test func theStatesOfThePageAreThoseOfTheRecording() throws {
        let recording = shop(400)
        let dom = try dom(
            of: recording.text(as: .html),
            probe: """
                const all = actions.map((_, index) => statesOf(index).after);
                const again = [399, 0, 128, 127, 300].map(index => statesOf(index).after === all[index]);
                const changed = actions.map((_, index) => index === 0 || statesOf(index).before === all[index - 1]);
                return [all[399], again.every(same => same), changed.every(same => same), statesOf(0).before]
                """
        )
        let probe = try JSONDecoder().decode([Probe].self, from: Data(try value(of: dom).utf8))
        let text = try #require(probe[0].text)
        #expect(text.hasPrefix("ShopState(amounts: ["))
        for (name, amount) in try #require(recording.entries.last?.stateAfter).amounts {
            #expect(text.contains("\"\(name)\": \(amount)"))
        }
        #expect(probe[1].flag == true && probe[2].flag == true)
        #expect(probe[3].text == "ShopState(amounts: [:], note: \"\", paid: 0.0)")
    }

    private struct Probe: Decodable {
        var text: String?
        var flag: Bool?

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            text = try? value.decode(String.self)
            flag = try? value.decode(Bool.self)
        }
    }

    @Test func tenThousandActionsKeepFewRows() throws {
        let dom = try dom(
            of: shop(10_000).text(as: .html),
            probe: """
                list.scrollTop = 150000;
                drawRows();
                return [document.querySelectorAll('.row').length < 80, rows.firstChild.id, actions.length]
                """
        )
        #expect(try value(of: dom) == #"[true,"a4992",10000]"#)
    }

    @Test func anEmptyRecordingIsAPageToo() throws {
        let dom = try dom(of: Recorder<ShopAction, ShopState>().recording().text(as: .html))
        #expect(dom.contains("0 actions"))
    }
}
