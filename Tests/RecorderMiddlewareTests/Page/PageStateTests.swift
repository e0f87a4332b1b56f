// SPDX-License-Identifier: MIT

import RexCore
import StateComparison
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder
import enum RecorderMiddleware.RecordedStates
import struct RecorderMiddleware.Recording

/// The states of the page, in a real browser.
@Suite(.serialized, .enabled(if: WebDriver.isThere, "There is no chromedriver."), .webDriver) struct PageStateTests {
    private struct Row: Codable, Sendable, Equatable {
        var id: Int
        var title: String
    }

    private struct State: Codable, Sendable, Equatable {
        var rows: [Row] = []
        var note = ""
        var totals: [String: Int] = [:]
    }

    private enum Action: Codable, Sendable {
        case insert(Int, at: Int)
        case rename(at: Int)
        case note(String)
        case count(String)
    }

    private func recorded(_ actions: [Action], rows: Int = 0) -> Recording<Action, State> {
        let recorder = Recorder<Action, State>()
        let reducer = Reducer<Action, State>.reduce { action, state in
            switch action {
            case .insert(let id, let place): state.rows.insert(Row(id: id, title: "row \(id)"), at: place)
            case .rename(let place): state.rows[place].title += "!"
            case .note(let text): state.note = text
            case .count(let word): state.totals[word, default: 0] += 1
            }
        }
        let first = State(rows: (0..<rows).map { Row(id: $0, title: "row \($0)") })
        let store = Store(initialState: first, reducer: reducer, middleware: recorder.middleware)
        for action in actions { store.dispatch(action) }
        return recorder.recording()
    }

    /// Rounded to four digits, both numbers would be the same.
    @Test func numbersThatDifferAreShownAsTheyAre() throws {
        let shop = RecordedShop(.init(keeping: .all))
        for sum in [0.123456789, 1e-9] { shop.store.dispatch(.payment(.paid(sum))) }
        let value = try Browser.value(
            of: shop.recording.text(as: .html),
            """
            select(1);
            return [details.querySelector('.change').textContent, [...document.querySelectorAll('#state .changed')].at(-1).textContent];
            """
        )
        #expect(
            value == #"["paid: 0.123456789 → 0.12345679","paid: 0.123456789 → 0.12345679last"]"#
        )
    }

    @Test func pageHasTheStatesOfTheRecording() throws {
        var random = SeededNumbers()
        var count = 3
        let recording = recorded(
            (0..<300).map { index in
                switch random.next() % 4 {
                case 0:
                    count += 1
                    return .insert(index, at: random.next() % count)
                case 1: return .rename(at: random.next() % count)
                case 2: return .note("say \"\(index % 5)\"")
                default: return .count("w\(random.next() % 4)")
                }
            },
            rows: 4
        )
        let value = try Browser.value(
            of: recording.text(as: .html),
            "return actions.map(action => flat(action.before) + '|' + flat(action.after)).join('~')"
        )
        let expected = recording.entries.map { entry in
            [entry.stateBefore, entry.stateAfter].compactMap { $0.map { ValueText.whole($0) } }.joined(separator: "|")
        }
        let texts = value.dropFirst().dropLast().replacing(#"\""#, with: "\"").replacing(#"\\"#, with: #"\"#)
        #expect(texts == expected.joined(separator: "~"))
    }

    @Test func largeStateIsCompleteAndFolded() throws {
        let value = try Browser.value(
            of: recorded([.rename(at: 2_500)], rows: 5_000).text(as: .html),
            """
            const labels = () => stateTree.rows.map(row => row.label);
            const found = [stateTree.rows.length < 80, labels().includes('[2500]'), labels().filter(label => label.includes('…')).length,
                flat(actions[0].after).includes('row 4999')];
            while (stateTree.rows.some(row => row.slice && !row.isOpen)) toggle(stateTree.rows.find(row => row.slice && !row.isOpen), true);
            return [...found, new Set(labels().filter(label => /^\\[\\d+\\]$/.test(label))).size]
            """
        )
        #expect(value == "[true,true,50,true,5000]")
    }

    @Test func treeMarksTheChange() throws {
        let value = try Browser.value(
            of: recorded([.rename(at: 1), .insert(9, at: 0), .note("n")], rows: 2).text(as: .html),
            """
            const changes = index => {
              select(index);
              return [...element('state').querySelectorAll('ins, del')].map(node => node.tagName[0] + node.textContent).join(' ');
            };
            return [changes(0), changes(1), changes(2)]
            """
        )
        #expect(
            value.replacing(#"\""#, with: "'")
                == #"["D'row 1' I'row 1!'","I2 · Row(id: 9, title: 'row 9')","D'' I'n'"]"#
        )
    }

    /// Includes an element that has moved since.
    @Test func clickShowsTheLastChangeOfAPart() throws {
        let actions: [Action] = [
            .rename(at: 1), .note("a"), .insert(9, at: 0), .note("b"), .insert(10, at: 3), .note("c"),
        ]
        let value = try Browser.value(
            of: recorded(actions, rows: 2).text(as: .html),
            fragment: "#action=6",
            """
            const last = (index, ...path) => lastChange(index, path);
            const found = [last(5, 0, 2, 1), last(5, 0, 0), last(5, 0), last(5, 1), last(3, 1), last(5, 2), last(5, 0, 1, 1)];
            const at = stateTree.rows.findIndex(row => row.label === 'rows');
            element('n' + at).querySelector('.last').click();
            return [...found, actions[selected].label]
            """
        )
        #expect(value == #"[0,2,4,5,3,-1,-1,"5"]"#)
    }

    @Test func pathOfAChangeLinksToThePreviousChange() throws {
        let value = try Browser.value(
            of: recorded([.note("a"), .rename(at: 0), .rename(at: 0), .note("b"), .rename(at: 1)], rows: 2)
                .text(as: .html),
            fragment: "#action=4",
            """
            details.querySelector('.change .path').click();
            const first = actions[selected].label;
            select(4);
            details.querySelector('.change .path').click();
            return [first, actions[selected].label, element('announcement').textContent]
            """
        )
        #expect(value == #"["1","5","No earlier action that is kept has changed rows[1].title."]"#)
    }

    private struct SeededNumbers {
        var state: UInt64 = 7

        mutating func next() -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 40)
        }
    }
}
