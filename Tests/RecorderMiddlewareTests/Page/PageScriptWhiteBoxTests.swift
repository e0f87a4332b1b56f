// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import Testing

@testable import RecorderMiddleware

/// The scripts that need no elements, run in a browser without a page.
@Suite(.serialized, .enabled(if: WebDriver.isThere, "There is no chromedriver."), .webDriver)
struct PageScriptWhiteBoxTests {
    /// A recording of 13 actions with 4 runs: a chain, and a cause that is not kept.
    private static let recording: Recording<ShopAction, ShopState> = {
        let shop = RecordedShop()
        for name in ["tea", "two words", "cake"] {
            shop.store.dispatch(.add(name, amount: 1))
            shop.store.dispatch(.remove(name))
        }
        return shop.recording
    }()

    /// Stands for the elements that the scripts look up when they are loaded.
    private static let scripts = """
        const nothing = new Proxy(function () {}, { get: () => nothing, apply: () => nothing });
        const data = %DATA%;
        const document = {
          currentScript: { hasAttribute: () => false }, documentElement: { outerHTML: '' }, addEventListener() {},
          getElementById: id => id === 'data' ? { textContent: JSON.stringify(data) } : nothing,
        };
        const details = nothing, where = ({ file, line }) => fileName(file) + ':' + line;
        """

    /// Returns the result of a function in JavaScript as JSON.
    private func value(_ body: String, of recording: Recording<ShopAction, ShopState> = recording) throws -> String {
        let page = recording.text(as: .html)
        let json = try #require(page.firstMatch(of: #/id="data"[^>]*>(.*?)</script>/#)?.1)
        let scripts = [
            Self.scripts.replacing("%DATA%", with: String(json)), PageResources.json_js, PageResources.tables_js,
            PageResources.data_js, PageResources.nodes_js, PageResources.search_js,
            "const hasChanges = true;", PageResources.files_js,
        ]
        let driver = try #require(WebDriverTrait.driver)
        let text: String = try driver.run(
            scripts.map { $0.replacing("'use strict';", with: "") }.joined(separator: "\n")
                + "\nreturn JSON.stringify((() => { \(body) })())"
        )
        return text
    }

    // MARK: Numbers

    @Test(arguments: [
        "9223372036854775807", "18446744073709551615", "0.12345678901234567890123", "-0.0", "1e400", "5E-324", "0",
    ]) func numbersKeepTheirText(number: String) throws {
        let json = #"{"_0": \#(number), "list": [\#(number), {"a": [\#(number)]}]}"#
        let found = try value("return exactJSON(parseExactly('\(json)')).replace(/\\s/g, '')")
        let text = try JSONDecoder().decode(String.self, from: Data(found.utf8))
        #expect(text == json.replacing(" ", with: ""))
    }

    @Test func jsonIsReadAndWrittenAsByTheBrowser() throws {
        let found = try value(
            #"""
            const texts = ['[]', '{}', 'null', 'true', '""', '"1"', '[[],{},[{}]]', '{"__proto__":1,"a":{"1":2,"b":[true,null]}}',
              '"\\"\\\\"', '{"\\u0041\\"":"[1, 2]"}', ' [ 1 , 2 ] ', '"é\\n"'];
            const errors = ['', '[1,]', '{"a"}', '01', '"'].map(text => {
              try { parseExactly(text); return 'none'; } catch (error) { return error.name; }
            });
            return [texts.filter(text => exactJSON(parseExactly(text)) !== JSON.stringify(JSON.parse(text), null, 2)), errors];
            """#
        )
        #expect(found == #"[[],["SyntaxError","SyntaxError","SyntaxError","SyntaxError","SyntaxError"]]"#)
    }

    // MARK: Data

    @Test func rowsHaveTheNamesOfTheirColumns() throws {
        let found = try value(
            """
            const table = { numbers: { a: [], b: [] }, texts: { c: [] } }, words = [];
            setRow(table, 0, { a: 1, b: 2, c: 'x', d: 3 }, text => words.push(text) - 1);
            setRow(table, 1, { a: 3, b: 4 }, text => words.push(text) - 1);
            return [rowCount(table), rowAt(table, words, 0), rowAt(table, words, 1), emptyTable(table), words];
            """
        )
        #expect(found == #"[2,{"a":1,"b":2,"c":"x"},{"a":3,"b":4},{"numbers":{"a":[],"b":[]},"texts":{"c":[]}},["x"]]"#)
    }

    @Test func causesAndConsequencesAreFound() throws {
        let found = try value(
            "return [causesOf(actions[3]), consequencesOf(actions[1]), outsideCount, actions[2].label, counts.get('remove')]"
        )
        #expect(found == #"[[1,2],[2,3],6,"3",3]"#)
    }

    // MARK: Search

    @Test(arguments: [
        ("tea", "add,remove"), ("TEA case:add", "add"), ("\"two words\" -case:remove", "add"),
        ("amount: 1", "add,add,add"),
        ("change:amounts", "add,remove,add,remove,add,remove"), ("number:3", "checkOut"),
        ("cause:2 case:check", "checkOut"),
        ("is:changed case:checkOut", "checkOut"), ("trail:cashier", "payment.paid,payment.paid,payment.paid"),
        ("nothing", ""), ("case:", "all"), ("function:shop -cause:outside", ""), ("unknown:tea", ""),
    ]) func searchFinds(query: String, names: String) throws {
        let quoted = String(decoding: try JSONEncoder().encode(query), as: UTF8.self)
        let found = try value(
            """
            setQuery(\(quoted));
            const found = actions.filter(matchesQuery).map(action => action.name);
            return found.length === actions.length ? 'all' : found.join();
            """
        )
        #expect(found == "\"\(names)\"")
    }

    // MARK: Files

    @Test func linesAndPartsHaveAllColumns() throws {
        let found = try value(
            """
            const all = actions.map(action => action.index), isFull = data => !/null/.test(JSON.stringify(data));
            const some = slice([4, 5, 6]), lines = fromLines(linesOf(all));
            return [isFull(some), isFull(lines), some.actions.numbers.cause, rowCount(lines.actions),
                lines.actions.texts.text.map(text => lines.texts[text]).join() === actions.map(action => action.text).join()];
            """
        )
        #expect(found == "[true,true,[-1,-1,1],12,true]")
    }

    /// Runs and notices keep the names of actions that are not kept, and a part what is true of the whole.
    @Test func partsSayWhatIsNotThere() throws {
        let entries = Array(Self.recording.entries[..<4])
        var run = RecordedRun(
            number: 1,
            cause: entries[0].number,
            kind: "effect",
            name: "Pay",
            file: "A.swift",
            line: 1,
            began: .zero
        )
        run.end(at: .seconds(1), .cancelled(by: entries[1].number), attempts: 1)
        let notice = RecordedNotice(
            kind: .superseded,
            reason: "last",
            rule: .here(kind: "effect", text: "Pay", file: "", function: "", line: 1),
            action: entries[0].number,
            actionText: nil,
            cause: entries[1].number,
            run: nil,
            time: .zero
        )
        let recording = Recording(
            entries: Array(entries.suffix(2)),
            runs: [run],
            notices: [notice],
            startOfDay: 1,
            damage: RecordingError("broken"),
            isRedacted: true,
            hasOverwritten: true
        )
        let found = try value(
            """
            const said = data => [data.redacted, data.damage, readActions(data).map(action => action.missing ?? null)];
            const all = [0, 1], read = fromLines(linesOf(all));
            return [said(slice(all)), said(read), said(slice([1])), said(fromLines(linesOf([1]))), linesOf(all)];
            """,
            of: recording
        )
        let whole = #"[true,"broken",["2 (overwritten)",null]]"#, part = #"[true,"broken",["3 (not recorded)"]]"#
        #expect(found.hasPrefix("[\(whole),\(whole),\(part),\(part),"), "\(found)")
        let lines = try #require(JSONSerialization.jsonObject(with: Data(found.utf8)) as? [Any]).last as? String
        let read = try Recording<ShopAction, ShopState>(jsonLines: try #require(lines))
        #expect(read.runs.map { read.explain($0) } == recording.runs.map { recording.explain($0) })
        #expect(read.notices.map { read.explain($0) } == recording.notices.map { recording.explain($0) })
        #expect(read.entries.map { read.explain($0) } == recording.entries.map { recording.explain($0) })
    }

    @Test func brokenLinesAndCirclesAreRepaired() throws {
        let found = try value(
            """
            const lines = linesOf(actions.map(action => action.index)).split('\\n');
            const moved = lines.map(line => line && JSON.parse(line)).map(line => line.type === 'action' && !line.cause
              ? { ...line, cause: { event: line.event, label: line.label } } : line).map(line => line && JSON.stringify(line));
            moved.splice(3, 1, 'broken');
            const read = fromLines(moved.join('\\n'));
            return [read.damage, read.actions.numbers.cause.filter(cause => cause === -1).length];
            """
        )
        #expect(found == #"["line 4 is no JSON; 1 action is missing",6]"#)
    }
}
