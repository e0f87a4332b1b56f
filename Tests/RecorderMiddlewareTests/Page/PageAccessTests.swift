// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import Testing

import struct RecorderMiddleware.Recording

/// The page with a screen reader or without a pointer, in a real browser.
@Suite(.serialized, .enabled(if: WebDriver.isThere, "There is no chromedriver."), .webDriver) struct PageAccessTests {
    /// The script of axe, if a Python package with it is installed or `AXE` names it.
    static let axe: String? = {
        if let path = ProcessInfo.processInfo.environment["AXE"] {
            return try? String(contentsOfFile: path, encoding: .utf8)
        }
        let script = """
            import importlib.util, pathlib
            for name in ["axe_playwright_python", "axe_selenium_python", "axe_core_python"]:
                found = importlib.util.find_spec(name)
                for path in pathlib.Path(found.origin).parent.rglob("axe.min.js") if found else []:
                    print(path.read_text())
                    raise SystemExit
            """
        guard let child = try? ChildProcess(running: "python3", arguments: ["-c", script]) else { return nil }
        let text = child.remainingOutput()
        return text.isEmpty ? nil : text
    }()

    private static let page: String = {
        let shop = RecordedShop()
        for index in 0..<40 {
            shop.store.dispatch(.add("tea \(index % 9)", amount: index))
            shop.store.dispatch(.remove("tea \(index % 7)"))
        }
        return shop.recording.text(as: .html)
    }()

    @Test(
        .enabled(if: axe != nil, "There is no axe-core: pip install axe-playwright-python, or AXE=axe.min.js."),
        arguments: [
            "", "element('filter').open = true", "element('file').open = true", "element('help').open = true",
            "setScale('time'); search.value = 'tea'; searchAgain(); nextMatch(1)",
            "compare(slice([0, 1, 2, 5]), 'other.jsonl')", "search.value = 'nothing like it'; searchAgain()",
            "details.querySelector('.tree').focus(); drop.hidden = false",
        ]
    ) func axeFindsNothing(setup: String) throws {
        let value = try Browser.value(
            of: Self.page,
            fragment: "#action=8",
            scripts: (Self.axe ?? "").replacing("</script", with: "<\\/script"),
            """
            \(setup);
            const { violations } = await axe.run(document, { resultTypes: ['violations'] });
            return violations.map(found => [found.id, found.nodes[0].html.slice(0, 99)])
            """
        )
        #expect(value == "[]")
    }

    @Test func keyboardMovesTheSelection() throws {
        let value = try Browser.value(
            of: Self.page,
            """
            const press = key => list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
            const went = [];
            for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'c', 'e', 'r', 'End', 'Home', 'PageDown', 'ArrowUp']) {
              press(key);
              went.push(selected);
            }
            return went.slice(0, 8).concat(went[8] > 1, went[8] - went[9])
            """
        )
        #expect(value == "[1,2,3,2,3,1,159,0,true,1]")
    }

    @Test func keyboardMovesInAndFoldsTheState() throws {
        let value = try Browser.value(
            of: Self.page,
            fragment: "#action=9",
            """
            const press = key => element('state').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
            const label = () => stateTree.rows[stateTree.focus].label;
            const went = [];
            for (const key of ['ArrowDown', 'ArrowLeft', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'End', 'Home']) {
              press(key);
              went.push([label(), stateTree.rows[stateTree.focus].isOpen]);
            }
            press('End');
            press('l');
            return [went.map(([label]) => label), went[1][1], went[2][1], actions[selected].name]
            """
        )
        let labels = #"["amounts","amounts","amounts","\"tea 2\"","amounts","paid",""]"#
        #expect(value == "[\(labels),false,true,\"payment.paid\"]")
    }

    /// Scrolling regions can get the focus, and no long text is read aloud at each key.
    @Test func allControlsAreReachedByTab() throws {
        let value = try Browser.value(
            of: Self.page,
            fragment: "#action=8",
            """
            const usable = [...document.querySelectorAll('button, input, select, summary, canvas, [role=listbox], [role=tree], #details')]
              .filter(node => node.checkVisibility() && !node.disabled);
            const live = [...document.querySelectorAll('[aria-live], [role=status], [role=alert]')].map(node => node.id);
            return [usable.filter(node => node.tabIndex < 0).length, usable.length > 20, live,
                document.querySelectorAll('[role=treeitem] button, [role=option] button').length, canvas.getAttribute('aria-valuetext')]
            """
        )
        #expect(value == #"[0,true,["filtered","damage","announcement"],0,"8 payment.paid"]"#)
    }
}
