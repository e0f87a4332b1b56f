// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import Testing

import struct RecorderMiddleware.Recording

/// Presses every control of the page and checks the result, in a real browser.
@Suite(.serialized, .enabled(if: WebDriver.isThere, "There is no chromedriver."), .webDriver) struct PageControlTests {
    /// Common functions of the probes: a press with the frame after it, and the visible part of the timeline.
    private static let tools = """
        const frame = () => new Promise(requestAnimationFrame);
        const press = async (node, act = node => node.click()) => { act(typeof node === 'string' ? element(node) : node); await frame(); await frame(); };
        /** How many columns of pixels of a lane are of another colour than the lane. */
        const columnsIn = lane => {
          const ratio = devicePixelRatio, left = Math.round(gutter * ratio), width = canvas.width - left - 2;
          const copy = document.createElement('canvas');
          [copy.width, copy.height] = [canvas.width, canvas.height];
          const pen = copy.getContext('2d', { willReadFrequently: true });
          pen.drawImage(canvas, 0, 0);
          const { data } = pen.getImageData(left, Math.round((lane.top + lane.height / 2 - 6) * ratio), width, 1);
          const empty = pen.getImageData(canvas.width - 2, Math.round((lane.top + 1) * ratio), 1, 1).data;
          let count = 0;
          for (let x = 0; x < width; x++) if ([0, 1, 2].some(i => Math.abs(data[4 * x + i] - empty[i]) > 12)) count++;
          return count;
        };
        const isDrawn = () => lanes.some(lane => !lane.runs && columnsIn(lane) > 0);
        const picture = () => canvas.toDataURL();
        """

    private static let page: String = {
        let shop = RecordedShop()
        for index in 0..<20 {
            shop.store.dispatch(.add("tea \(index % 9)", amount: index))
            shop.store.dispatch(.remove("tea \(index % 7)"))
        }
        return shop.recording.text(as: .html)
    }()

    /// Returns the result of a probe as JSON, after the first frames of the page.
    private func value(
        _ probe: String,
        page: String = page,
        fragment: String = "",
        width: Int = 1400
    ) throws -> String {
        try Browser.value(
            of: page,
            fragment: fragment,
            width: width,
            scripts: Self.tools,
            "await frame(); await frame(); \(probe)"
        )
    }

    /// In any scale, the visible part contains the selected action.
    @Test func scaleChangesKeepTheActionsVisible() throws {
        let value = try value(
            """
            const time = document.querySelector('[name=scale][value=time]'), steps = document.querySelector('[name=scale][value=steps]');
            const seen = [];
            for (const choice of [time, steps, time, steps]) {
              await press(choice);
              seen.push([scale, isDrawn(), Number.isFinite(view.from), xOf(scales[scale].start(selected)) >= gutter]);
            }
            return seen
            """,
            fragment: "#action=50"
        )
        let steps = #"["steps",true,true,true]"#
        let time = #"["time",true,true,true]"#
        #expect(value == "[\(time),\(steps),\(time),\(steps)]")
    }

    @Test func timelineZoomsAndShowsAll() throws {
        let value = try value(
            """
            const sizes = [];
            for (const id of ['zoom-in', 'zoom-in', 'zoom-out', 'zoom-all']) {
              const before = [view.to - view.from, picture()];
              await press(id);
              sizes.push([Math.sign(Math.round(1e3 * (view.to - view.from - before[0]))), isDrawn(), picture() !== before[1]]);
            }
            return [sizes, Math.round(view.to - view.from) === Math.round(total())]
            """,
            fragment: "#action=40"
        )
        #expect(value == "[[[-1,true,true],[-1,true,true],[1,true,true],[1,true,true]],true]")
    }

    /// Includes the pointer on the timeline and on a row, and the slider.
    @Test func selectionMoves() throws {
        let value = try value(
            """
            const went = [];
            const go = async (node, act) => { const before = picture(); await press(node, act); went.push([selected, picture() !== before]); };
            await go('next');
            await go('next');
            await go('previous');
            await go('slider', node => { node.value = 30; node.dispatchEvent(new Event('input')); });
            await go(rows.children[2]);
            const x = startX(7) + 2, y = laneOfAction[7].top + 10, box = canvas.getBoundingClientRect();
            const point = type => new PointerEvent(type, { pointerId: 1, clientX: box.left + x, clientY: box.top + y, bubbles: true });
            canvas.setPointerCapture = () => {};
            await go(canvas, node => { node.dispatchEvent(point('pointerdown')); node.dispatchEvent(point('pointerup')); });
            canvas.dispatchEvent(point('pointermove'));
            return [went, tip.hidden, tip.textContent.slice(0, 9), element('position').textContent]
            """
        )
        let places = value.matches(of: /\[(\d+),true\]/).compactMap { Int($0.1) }
        #expect(places.count == 6 && places.prefix(4) == [1, 2, 1, 30] && places.last == 7, "\(value)")
        #expect(value.hasSuffix(#"],false,"8 payment","8 of 80"]"#), "\(value)")
    }

    @Test func searchAndCasesFilterTheRows() throws {
        let value = try value(
            """
            const seen = [];
            const type = text => press(search, node => { node.value = text; node.dispatchEvent(new Event('input')); searchAgain(); });
            await type('checkOut');
            seen.push(shown.length, isDrawn());
            for (const id of ['next-match', 'next-match', 'last-match']) { await press(id); seen.push(actions[selected].name); }
            await press('only-matches');
            seen.push(shown.length);
            await type('');
            await press(element('filter').firstElementChild);
            const boxes = () => [...element('cases').querySelectorAll('input')];
            seen.push(element('filter').open, boxes().length);
            await press(boxes()[0]);
            seen.push(shown.length, element('filter-label').textContent);
            await press(element('cases').firstElementChild);
            seen.push(shown.length);
            await press(element('cases').firstElementChild);
            seen.push(shown.length, element('empty').hidden);
            await press(element('cases').firstElementChild);
            seen.push(shown.length, isDrawn());
            return seen
            """
        )
        #expect(
            value == #"[20,true,"checkOut","checkOut","checkOut",80,true,4,60,"3 of 4 cases",80,0,false,80,true]"#
        )
    }

    @Test func fileMenuOpensComparesAndSaves() throws {
        let value = try value(
            """
            const seen = [], clicked = [], saved = [];
            HTMLInputElement.prototype.click = function () { clicked.push(this.id); };
            save = (name, type, text) => saved.push([name, type, text.length > 100]);
            await press(element('file').firstElementChild);
            await press('open');
            await press('compare');
            for (const part of ['all', 'shown', 'chain', 'view']) {
              element('part').value = part;
              await press('save-page');
              await press('save-lines');
            }
            opened = data => seen.push(['opened', rowCount(data.actions)]);
            const file = new File([linesOf([0, 1, 2, 3])], 'a.jsonl');
            const choose = async id => {
              const files = new DataTransfer();
              files.items.add(file);
              element(id).files = files.files;
              element(id).dispatchEvent(new Event('change'));
              await new Promise(resolve => setTimeout(resolve, 50));
            };
            await choose('open-file');
            await choose('compare-file');
            seen.push(dialog.open, compared.length, element('other-name').textContent);
            await press('next-difference');
            seen.push(comparedFocus > 3);
            await press(document.querySelector('.pair'));
            await press('go-compared');
            seen.push(dialog.open, selected);
            dialog.showModal();
            await press('close-compared');
            return [clicked, saved.length, saved.every(([, , isLong]) => isLong), new Set(saved.map(([name]) => name)).size, seen, dialog.open]
            """
        )
        #expect(
            value == """
                [["open-file","compare-file"],8,true,2,[["opened",4],true,80,"a.jsonl",true,false,0],false]
                """
        )
    }

    @Test func detailsLinkToCausesChangesAndParts() throws {
        let value = try value(
            """
            const seen = [];
            for (const [index, selector] of [[2, '.links button'], [3, '.change .path'], [3, '.tree .last'], [1, '.links button'], [3, 'h2 a']]) {
              select(index);
              const node = details.querySelector(selector);
              await press(node);
              seen.push([selected, isDrawn(), details.querySelector('h2').textContent]);
            }
            select(3);
            const rows = () => stateTree.rows.length, before = rows();
            await press(details.querySelector('.tree .group'));
            seen.push(rows() < before);
            await press(details.querySelector('.tree .group'));
            seen.push(rows() === before);
            return seen
            """
        )
        #expect(
            value == """
                [[1,true,"2 remove"],[3,true,"4 payment.paid"],[3,true,"4 payment.paid"],[2,true,"3 checkOut"],\
                [3,true,"4 payment.paid"],true,true]
                """
        )
    }

    /// Notices in the menu and at the action are links to the action.
    @Test func noticesLinkToTheirActions() async throws {
        let value = try value(
            """
            const seen = [selected, element('omitted-label').textContent];
            await press(element('omitted').firstElementChild);
            for (const line of [...element('omissions').querySelectorAll('.by')]) { await press(line); seen.push(selected); }
            await press(element('help').firstElementChild);
            seen.push(element('help').open, element('omitted').open);
            document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
            seen.push(element('help').open);
            return seen
            """,
            page: await Office.recordingOfTroubles().text(as: .html)
        )
        let label = "! 1 failed, ◔ 1 timed out, ✕ 1 cancelled, ∅ 1 ignored, ⊘ 1 dropped"
        #expect(value == #"[0,"\#(label)",0,1,2,3,6,true,false,false]"#)
    }

    /// The tests above press all controls.
    @Test func everyControlIsTested() throws {
        let value = try Browser.value(
            of: Self.page,
            """
            return [...document.querySelectorAll('button, input, select, summary, canvas, [role=listbox]')]
              .filter(node => !details.contains(node) && !element('cases').contains(node))
              .map(node => node.id || node.value || node.parentElement.id)
            """
        )
        let controls = [
            "search", "last-match", "next-match", "only-matches", "filter", "omitted", "file", "open", "compare",
            "open-file", "compare-file", "part", "save-page", "save-lines", "help", "steps", "time", "zoom-out",
            "zoom-in", "zoom-all", "canvas", "previous", "slider", "next", "list", "compared", "next-difference",
            "go-compared", "close-compared",
        ]
        #expect(value == "[\(controls.map { "\"\($0)\"" }.joined(separator: ","))]")
    }

    // MARK: Contents

    @Test func arrowsBelongToTheSelectedAction() throws {
        let value = try value(
            """
            let curves = 0;
            const curve = pen.bezierCurveTo;
            pen.bezierCurveTo = (...rest) => { curves++; curve.apply(pen, rest); };
            const count = index => { select(index); curves = 0; paint(); return curves; };
            return [count(0), count(1), count(3)]
            """
        )
        #expect(value == "[0,2,2]")
    }

    @Test func rowShowsAllValuesOfItsAction() throws {
        let value = try Browser.value(
            of: Self.page,
            """
            const shownAs = (name, text) => { const { name: first, payload } = partsOfAction({ name, text }); return first + ' ' + payload; };
            return [
              shownAs('list.added', 'list(added(local("a"), "milk"))'), shownAs('list.gone', 'list(gone)'),
              shownAs('cell.rename', 'cell(row: 1, rename("a"))'), shownAs('row.toggle', 'row(id: 3, action: toggle)'),
              shownAs('row.rename', 'row(id: 3, action: rename("a, action: b"))'),
              shownAs('a.b', 'a(b(")"), c(1))'), shownAs('Sample', 'Sample(load: 1.5)'), shownAs('x', '{"x":{}}'),
            ]
            """
        )
        let shown = try JSONDecoder().decode([String].self, from: Data(value.utf8))
        #expect(
            shown == [
                #"list.added (local("a"), "milk")"#, "list.gone ", #"cell (row: 1, rename("a"))"#, "row.toggle (id: 3)",
                #"row.rename (id: 3, "a, action: b")"#, #"a (b(")"), c(1))"#, "Sample (load: 1.5)", #"x {"x":{}}"#,
            ]
        )
    }

    @Test func longNumbersAreShownWithFourDigits() throws {
        let value = try Browser.value(
            of: Self.page,
            #"""
            return ['load(4.535829646342153)', 'a(1.25, -0.0000123456, 12345.6789)', '"4.535829646342153"', 'v1.23456', '1e-7'].map(rounded)
            """#
        )
        let rounded = try JSONDecoder().decode([String].self, from: Data(value.utf8))
        #expect(
            rounded == ["load(4.536)", "a(1.25, -0.00001235, 12350)", #""4.535829646342153""#, "v1.23456", "1e-7"]
        )
    }

    @Test func pageIsNamedAfterTheProgramAndOpensAtTheFirstFailure() async throws {
        let value = try Browser.value(
            of: await Office.recordingOfTroubles().text(as: .html),
            "return [document.title, document.querySelector('h1').textContent, selected]"
        )
        #expect(value == #"["RecorderMiddlewareTests – Rex recording","RecorderMiddlewareTests Recording",0]"#)
    }

    @Test func noTextIsRepeated() async throws {
        let value = try Browser.value(
            of: await Office.recordingOfTroubles().text(as: .html),
            """
            return actions.map(action => {
              select(action.index);
              const said = [...details.querySelectorAll('p')].map(line => line.textContent);
              return said.length - new Set(said).size + (details.textContent.match(/came from outside/g) || []).length;
            })
            """
        )
        #expect(value == "[1,1,1,1,1,1,1]")
    }

    /// Each store has its lanes and its name.
    ///
    /// A feature has the same colour in all stores.
    @Test func storesHaveSeparateLanes() throws {
        let recorder = RecordedShop().recorder
        for name in ["Phone", "Tablet"] {
            let store = Store(
                initialState: ShopState(),
                reducer: .shop,
                middleware: ShopMiddleware.answering <> recorder.middleware(named: name)
            )
            store.dispatch(.remove("tea"))
        }
        let page = recorder.recording().text(as: .html)
        let value = try value(
            """
            return [lanes.map(lane => lane.title), lanes.map(lane => columnsIn(lane) > 0), actions.map(action => action.label),
              new Set(actions.filter(action => action.name === 'checkOut').map(colour)).size, details.querySelector('h2').textContent,
              fromLines(linesOf([0, 3])).stores.map(([, name]) => name), slice([3, 4]).several]
            """,
            page: page,
            fragment: "#action=Tablet+2"
        )
        #expect(
            value == """
                [["Phone · Thread 1","Tablet · Thread 1"],[true,true],\
                ["Phone 1","Phone 2","Phone 3","Tablet 1","Tablet 2","Tablet 3"],1,"Tablet 2 checkOut",["Phone","Tablet"],false]
                """
        )
    }

    /// On a phone the details are below the list.
    ///
    /// A tap scrolls to them, and a button scrolls back.
    @Test func tapOnANarrowPageScrollsToTheDetailsAndBack() throws {
        let value = try value(
            """
            const seen = [isNarrow(), document.documentElement.scrollWidth <= innerWidth];
            await press(rows.children[3]);
            seen.push(Math.abs(details.getBoundingClientRect().top) < 20, selected);
            await press(details.querySelector('.back'));
            seen.push(element('actions').getBoundingClientRect().top < innerHeight / 2, document.activeElement.id);
            return seen
            """,
            width: 390
        )
        #expect(value == #"[true,true,true,3,true,"list"]"#)
    }
}
