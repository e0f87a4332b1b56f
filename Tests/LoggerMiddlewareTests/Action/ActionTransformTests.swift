// SPDX-License-Identifier: MIT

import LoggerMiddleware
import RexCore
import StateComparison
import Testing

@Suite struct ActionTransformTests {
    private struct Talkative: CustomStringConvertible {
        let description = "two\nlines"
    }

    private let commented = ActionSource(file: "A/B.swift", function: "f(x:)", line: 3, info: "first\nsecond\n\nfourth")

    @Test func defaultFormatIsOneLineWithFileNameLineAndFunction() {
        let text = ActionTransform<ShopAction>.default.text(of: .rename(row: 1, to: "Tea"), from: source)
        #expect(text == #"rename(row: 1, to: "Tea") ← RowView.swift:12 body"#)
    }

    @Test func defaultFormatNamesDerivationsNewestFirstWithoutTheDispatchersInfo() {
        let derived = ActionSource(file: "App/RowView.swift", function: "body", line: 12, info: "by hand")
            .derived(by: "Opened", kind: "bridge", file: "App/Rows.swift", line: 4)
            .derived(by: "Timer", kind: "timer", file: "Clock.swift", line: 5)
        let text = ActionTransform<ShopAction>.default.text(of: .open, from: derived)
        #expect(text == "open ← timer Clock.swift:5 ← bridge Rows.swift:4 ← RowView.swift:12 body")
    }

    @Test func defaultFormatWritesAMultilineActionOnOneLine() {
        let text = ActionTransform<Talkative>.default.text(of: Talkative(), from: source)
        #expect(text == #"two\nlines ← RowView.swift:12 body"#)
    }

    @Test(arguments: [
        (ShopAction.open, "open"), (.rename(row: 1, to: "secret"), "rename"), (.cart(.remove(3)), "cart"),
    ])
    func actionNameOnlyOmitsThePayload(action: ShopAction, name: String) {
        #expect(ActionTransform<ShopAction>.actionNameOnly.text(of: action, from: source) == name)
    }

    @Test func actionNameOnlyIsTheTypeOfANonEnumAction() {
        #expect(ActionTransform<Row>.actionNameOnly.text(of: Row(id: 1, title: ""), from: source) == "Row")
        #expect(ActionTransform<any Sendable>.actionNameOnly.text(of: ShopAction.cart(.add), from: source) == "cart")
    }

    @Test func boxHasAnEmptyLineTheActionItsSourceAndNil() {
        let text = ActionTransform<ShopAction>.box.text(of: .cart(.add), from: source)
        #expect(
            text == """

                ┌─▶ cart(LoggerMiddlewareTests.CartAction.add)
                │ source: Shop/RowView.swift:12
                │ function: body
                │ info: <nil>
                └────────────────────
                """
        )
    }

    /// The first line of the box and the `info` of a bridge write an action in the same way.
    @Test func boxWritesTheActionAsTheInfoOfABridgeDoes() {
        let actions: [ShopAction] = [.cart(.remove(3)), .rename(row: 1, to: "a \u{1b}"), .open]
        for action in actions {
            let lines = ActionTransform<ShopAction>.box.text(of: action, from: source).split(separator: "\n")
            #expect(lines[0] == "┌─▶ \("\(action)".visible)")
        }
        let text = ActionTransform<ShopAction>.box.text(of: .rename(row: 1, to: "\u{9b}2J"), from: source)
        #expect(text.contains(#"┌─▶ rename(row: 1, to: "\u{9b}2J")"#))
    }

    @Test func boxKeepsSeveralLinesInside() {
        let text = ActionTransform<Talkative>.box.text(of: Talkative(), from: commented)
        #expect(
            text == """

                ┌─▶ two
                │ lines
                │ source: A/B.swift:3
                │ function: f(x:)
                │ info: first
                │ second
                │ \("")
                │ fourth
                └────────────────────
                """
        )
    }

    /// Types are written without their modules, as in a recording.
    @Test func actionIsWrittenWithoutModules() {
        enum RowAction { case row(ElementIDAction<Int, ShopAction>) }
        let action = RowAction.row(ElementIDAction(id: 7, action: .cart(.remove(3))))
        let text = ActionTransform<RowAction>.default.text(of: action, from: source)
        #expect(text == "row(id: 7, action: cart(remove(3))) ← RowView.swift:12 body")
    }

    @Test func controlCharactersAreReplaced() {
        struct Loud: CustomStringConvertible { var description = "\u{9b}2J\u{202e}" }
        let loud = ActionSource(file: "A\u{1b}[31m.swift", function: "f\u{9b}", line: 1, info: "i\u{1b}")
            .derived(by: "d", kind: "k\u{1b}", file: "\u{202e}.swift", line: 2)
        for transform in [ActionTransform<Loud>.default, .box, .actionNameOnly] {
            let lines = transform.text(of: Loud(), from: loud).split(separator: "\n").map(String.init)
            #expect(lines.allSatisfy { $0.visible == $0 })
        }
    }

    @Test func customGetsTheActionAndItsSource() {
        let transform = ActionTransform<Int>.custom { "\($0) \($1.line) \($1.info ?? "-")" }
        #expect(transform.text(of: 7, from: source) == "7 12 -")
    }
}
