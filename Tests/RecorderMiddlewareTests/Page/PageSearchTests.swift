// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import Testing

import struct RecorderMiddleware.Recording

/// The search and the filters of the page, in a real browser.
@Suite(.serialized, .enabled(if: WebDriver.isThere, "There is no chromedriver."), .webDriver) struct PageSearchTests {
    private static let page: String = {
        let shop = RecordedShop()
        for index in 0..<10 {
            shop.store.dispatch(.add("tea \(index % 9)", amount: index))
            shop.store.dispatch(.remove("tea \(index % 7)"))
        }
        return shop.recording.text(as: .html)
    }()

    @Test func filterAndSearchShowTheNumberOfHiddenActions() throws {
        let value = try Browser.value(
            of: Self.page,
            fragment: "#search=%22tea+3%22&hidden=remove",
            """
            return [shown.map(index => actions[index].name), document.querySelectorAll('.row').length,
                element('filter-label').textContent, element('filtered').textContent]
            """
        )
        #expect(
            value == #"[["add"],1,"3 of 4 cases","1 match, 1 of 40 shown; left out 29 by the search, 10 by case"]"#
        )
    }

    @Test func fieldsPhrasesAndWordsAreFound() throws {
        let counts: KeyValuePairs = [
            "tea 3": 2, "\"tea 3\"": 2, "case:add": 10, "case:add -change:inserted": 0, "change:paid": 10,
            "change:\"checking out\"": 1, "cause:3": 1, "cause:outside": 20, "number:3": 1, "trail:cashier": 10,
            "-case:add -case:remove": 20, "file:Shop.swift": 0, "http://x": 0, "is:changed case:payment.paid": 10,
            "\"tea": 20, "case:": 40,
        ]
        let texts = counts.map { "\"\($0.key.replacing("\"", with: "\\\""))\"" }.joined(separator: ",")
        let value = try Browser.value(
            of: Self.page,
            "return [\(texts)].map(text => { setQuery(text); filter(); return text + ' → ' + shown.length })"
        )
        let found = try JSONDecoder().decode([String].self, from: Data(value.utf8))
        #expect(found == counts.map { "\($0.key) → \($0.value)" })
    }

    @Test func matchesAreMarkedAndAKeyMovesToTheNext() throws {
        let value = try Browser.value(
            of: Self.page,
            fragment: "#search=CHECK&action=1",
            """
            const press = (key, shiftKey) => search.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }));
            const went = [];
            for (const shift of [false, false, true, true]) { press('Enter', shift); went.push(actions[selected].label); }
            const marks = [...document.querySelectorAll('mark.match')].map(mark => mark.textContent);
            element('only-matches').click();
            return [went, new Set(marks).size, marks[0], shown.length, document.querySelectorAll('.row.matches').length > 0,
                element('filtered').textContent, element('announcement').textContent]
            """
        )
        #expect(
            value == #"[["3","7","3","39"],1,"check",40,true,"10 matches","Match 10 of 10: 39 checkOut"]"#
        )
    }
}
