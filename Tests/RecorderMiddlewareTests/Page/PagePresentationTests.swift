// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexNavigation
import RexTestSupport
import Testing

import struct RecorderMiddleware.Recording

/// The bars of presentations, in a real browser.
@Suite(.serialized, .enabled(if: WebDriver.isThere, "There is no chromedriver."), .webDriver)
struct PagePresentationTests {
    private static let page: String = {
        let recorder = NotesRecorder()
        Feature.record(with: recorder)
        return recorder.recording().text(as: .html)
    }()

    private func strings(of page: String = page, _ probe: String) throws -> [String] {
        let tools = """
            const frame = () => new Promise(requestAnimationFrame);
            const named = name => presentations.find(presentation => nameOfPresentation(presentation) === name);
            const point = (presentation, at = 0.5) => {
              const lane = lanes.find(lane => lane.runs?.includes(presentation)), [from, to] = extentOf(presentation);
              return [from + at * (to - from), lane.top + 5 + presentation.row * runHeight + 4];
            };
            const pointer = ([x, y], ...types) => {
              const { left, top } = canvas.getBoundingClientRect();
              canvas.setPointerCapture = () => {};
              for (const type of types) canvas.dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX: left + x, clientY: top + y, bubbles: true }));
            };
            const told = () => element('announcement').textContent;
            """
        let value = try Browser.value(of: page, scripts: tools, "await frame(); await frame(); \(probe)")
        return try JSONDecoder().decode([String].self, from: Data(value.utf8))
    }

    @Test func barsGoFromTheFirstToTheLastAction() throws {
        let found = try strings("return presentations.map(sentenceOf)")
        #expect(
            found == [
                "presentation #1 of path, from action 2 to action 15, 3 actions",
                "presentation #1 of editor in #1 of path, from action 3 to action 3, 1 action",
                "presentation #2 of path, from action 5 to action 12, 5 actions, 2 refused",
                "presentation #1 of editor in #2 of path, from action 6 to action 6, 1 action, 2 refused",
                "presentation #2 of editor in #2 of path, from action 8 to action 8, 1 action",
                "presentation #1 of alert, from action 11 to action 16, 2 actions",
            ]
        )
    }

    /// Each outermost container has a lane, where inner presentations stand below their outer one, even
    /// if there is room above it.
    @Test func lanesAndRowsShowTheNesting() throws {
        let rows = "return lanes.map(lane => lane.title + (lane.runs || []).map(bar => ' ' + bar.row).join(''))"
        let found = try strings(rows)
        let recorder = NotesRecorder()
        let actions: [NotesAction] = [
            .open, .open, .path(.presented(1, .edit)), .path(.presented(2, .edit)), .path(.presented(1, .edit)),
            .editor(1, of: 2, "a"),
        ]
        Feature.record(actions, with: recorder)
        #expect(try strings(of: recorder.recording().text(as: .html), rows) == ["Thread 1", "path # 0 1 2"])
        #expect(
            found == [
                "Thread 1", "path # 0 1 1 2 3", "alert # 0",
            ]
        )
    }

    @Test(arguments: ["steps", "time"]) func barsAreDrawnAndMarksFollowTheirEnds(scale: String) throws {
        let drawn = try strings(
            """
            setScale('\(scale)');
            setView(0, total());
            await frame();
            const bars = [], marks = [], { roundRect, fillText } = pen;
            pen.roundRect = (x, y, ...rest) => { bars.push([x, y]); roundRect.call(pen, x, y, ...rest); };
            pen.fillText = (text, x, y) => { if (text === '⊗') marks.push([x, y]); fillText.call(pen, text, x, y); };
            paint();
            return presentations.map(presentation => {
              const [from, to] = extentOf(presentation), [, y] = point(presentation);
              const isBar = bars.some(([x, top]) => x === from && Math.abs(y - 4 - top) < 1);
              return [isBar, to > from, presentation.refused.length > 0
                && marks.some(([x, middle]) => Math.abs(middle - y) < 6 && x > to && x === markX(presentation, presentation.refused[0], to))].join();
            })
            """
        )
        let (plain, refusing) = ("true,true,false", "true,true,true")
        #expect(drawn == [plain, plain, refusing, refusing, plain, plain])
    }

    @Test func clickOnABarSelectsItsFirstActionAndTellsAboutIt() throws {
        let found = try strings(
            """
            setView(0, total());
            const presentation = named('#2 of path');
            pointer(point(presentation, 0.9), 'pointerdown', 'pointerup');
            await frame();
            const lines = [...details.querySelectorAll('.presentation, .presentation ~ .not')].map(line => line.textContent);
            const current = [...details.querySelectorAll('[aria-current]')].map(line => line.textContent.split(',')[0]);
            const [x, y] = point(presentation, 1);
            pointer([markX(presentation, presentation.refused[0], x) + 4, y], 'pointermove');
            return [actions[selected].label, told(), ...lines, ...current, tip.textContent]
            """
        )
        #expect(
            found == [
                "5", "presentation #2 of path, from action 5 to action 12, 5 actions, 2 refused",
                "Presentation #2 of path, from action 5 to action 12, 5 actions, 2 refused.Go to 12",
                "⊗ path(presented(#2, edit)) was not processed: presentation #2 is gone.",
                #"⊗ path(presented(#2, editor(presented(#1, typed("later"))))) was not processed: presentation #2 is gone."#,
                "Presentation #2 of path",
                "path(presented(#2, edit)) was not processed: presentation #2 is gone.",
            ]
        )
    }

    @Test func keysAndButtonsReachEachPresentation() throws {
        let found = try strings(
            """
            const press = key => list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
            const seen = [];
            for (const key of ['p', 'p', 'p', 'P', 'p', 'p', 'p', 'p', 'p']) {
              press(key);
              seen.push(actions[selected].label + told().replace(/,.*/, '').replace('presentation', ''));
            }
            select(8);
            press('p');
            seen.push(told().replace(/,.*/, ''));
            select(5);
            details.querySelectorAll('.presentation .by')[1].click();
            seen.push(actions[selected].label, chosen === null ? 'none' : 'one');
            element('omitted').firstElementChild.click();
            for (const rule of element('omissions').querySelectorAll('details')) rule.open = true;
            await frame();
            await frame();
            const buttons = [...element('omissions').querySelectorAll('.by')];
            buttons[0].click();
            seen.push(buttons[0].textContent, actions[selected].label, nameOfPresentation(chosen));
            return seen
            """
        )
        #expect(
            found == [
                "2 #1 of path", "3 #1 of editor in #1 of path", "5 #2 of path", "3 #1 of editor in #1 of path",
                "5 #2 of path", "6 #1 of editor in #2 of path", "8 #2 of editor in #2 of path", "11 #1 of alert",
                "2 #1 of path", "presentation #1 of alert", "12", "none", "Go to #1 of editor in #2 of path", "6",
                "#1 of editor in #2 of path",
            ]
        )
    }

    /// A refused action from outside does not tell its store, so it belongs to no bar.
    @Test func storesHaveTheirOwnPresentations() throws {
        let recorder = NotesRecorder()
        Feature.record(with: recorder, named: "Phone")
        Feature.record(
            [.open, .path(.presented(1, .edit)), .path(.presented(3, .edit))],
            with: recorder,
            named: "Tablet"
        )
        let found = try strings(
            of: recorder.recording().text(as: .html),
            """
            return [presentations.length, ...presentations.map(sentenceOf).filter(text => /on #[12] of path/.test(text)),
              ...lanes.filter(lane => lane.runs).map(lane => lane.title)].map(String)
            """
        )
        #expect(
            found == [
                "7", "presentation #1 of path, from action Phone 2 to action Phone 15, 3 actions",
                "presentation #2 of path, from action Phone 5 to action Phone 12, 5 actions",
                "presentation #1 of path, from action Tablet 2 to action Tablet 2, 1 action", "Phone · path #",
                "Phone · alert #", "Tablet · path #",
            ]
        )
    }

    /// A saved page and saved JSON lines.
    @Test func savedRecordingsKeepRefusedActions() throws {
        let found = try strings(
            """
            const all = actions.map(action => action.index), texts = data => data.notices.texts.text.map((text, at) => data.texts[text] + data.notices.numbers.action[at]);
            const lines = fromLines(linesOf(all)), some = slice(all.slice(1));
            return [slice(all), lines, some].map(data => texts(data).join() === texts(raw).join()).map(String)
            """
        )
        #expect(found == ["true", "true", "false"])
    }

    /// The rows of a list are many, and share a lane.
    @Test func windowsHaveTheirOwnLanes() throws {
        let lanes = try [2, 9].map { count in
            let recorder = WindowsRecorder()
            let windows = (1...count).map { "w\($0)" }
            let actions = windows.flatMap {
                [WindowsAction.window($0, .open), .window($0, .path(.presented(1, .typed("a"))))]
            }
            Feature.record(actions, in: windows, with: recorder)
            return try strings(of: recorder.recording().text(as: .html), "return lanes.map(lane => lane.title)")
        }
        #expect(
            lanes == [
                ["Thread 1", #"window(id: "w1").path #"#, #"window(id: "w2").path #"#], ["Thread 1", "window.path #"],
            ]
        )
    }

    @Test func presentationWithoutActionsHasOnlyMarks() throws {
        let recorder = NotesRecorder()
        Feature.record([.open, .path(.presented(5, .edit))], with: recorder)
        let found = try strings(
            of: recorder.recording().text(as: .html),
            """
            list.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', bubbles: true, cancelable: true }));
            await frame();
            pointer(point(presentations[0]), 'pointermove');
            return [told(), tip.textContent, nameOfPresentation(chosen)]
            """
        )
        #expect(
            found == [
                "presentation #5 of path, no action, 1 refused",
                "path(presented(#5, edit)) was not processed: presentation #5 is gone.", "#5 of path",
            ]
        )
    }

    @Test(.enabled(if: PageAccessTests.axe != nil, "There is no axe-core.")) func axeFindsNothing() throws {
        let script = PageAccessTests.axe?.replacing("</script", with: "<\\/script") ?? ""
        let found = try strings(
            """
            \(script)
            selectPresentation(named('#2 of path'));
            const { violations } = await axe.run(document, { resultTypes: ['violations'] });
            return violations.map(found => found.id + found.nodes[0].html.slice(0, 99))
            """
        )
        #expect(found.isEmpty)
    }

    @Test func pageWithoutPresentationsHasNoLaneForThem() throws {
        let shop = RecordedShop()
        shop.store.dispatch(.add("tea", amount: 1))
        let found = try strings(
            of: shop.recording.text(as: .html),
            """
            list.dispatchEvent(new KeyboardEvent('keydown', { key: 'p', bubbles: true, cancelable: true }));
            return [told(), ...lanes.map(lane => lane.title)]
            """
        )
        #expect(found == ["No action is for a presentation.", "Thread 1"])
    }
}
