// SPDX-License-Identifier: MIT

import Prism
import RexCore
import RexNavigation
import RexTesting
import Testing

private struct Screen: Sendable, Equatable {
    var title = "a"
    var editor = Presented<String>()
}

@Prism private enum RootAction: Sendable, Equatable {
    case push, renamed(String), edit, replaceEditor, pushAndPop, pop
}

private let root = Feature<RootAction, PresentationStack<Screen>, Void> { action, path in
    let top = path.ids.last ?? 0
    switch action {
    case .push: path.push(Screen())
    case .renamed(let title): path.update(top) { $0.title = title }
    case .edit: path.update(top) { $0.editor.present("b") }
    case .replaceEditor: path.update(top) { $0.editor.replace(with: "c") }
    case .pushAndPop:
        path.push(Screen())
        path.pop()
    case .pop: path.pop()
    }
}

/// The texts of containers in the failures of tests.
@Suite struct PresentationTextTests {
    private struct App: Sendable, Equatable { var path = PresentationStack<Screen>() }

    /// Returns the difference that the last of the actions makes.
    private func difference(after actions: RootAction...) -> [Substring] {
        let lift = Feature<RootAction, App, Void> { action, app in root.reducer.reduce(action, &app.path) }
        let texts = failures {
            let test = TestStore(initialState: App(), feature: lift, dependencies: (), checks: .onlyWhatIsSaid)
            for action in actions.dropLast() { test.send(action) }
            let before = test.state
            for action in actions.suffix(1) { test.send(action) { $0 = before } }
        }
        return texts.first?.split(separator: "\n").dropFirst().map { $0 } ?? []
    }

    @Test func anEmptyContainerIsShort() {
        #expect(
            difference(after: .push) == ["- path: []", #"+ path: [#1: Screen(title: "a", editor: nil)]"#]
        )
        #expect(
            difference(after: .push, .pop) == [#"- path: [#1: Screen(title: "a", editor: nil)]"#, "+ path: []"]
        )
    }

    @Test func aScreenIsNamedByItsID() {
        #expect(
            difference(after: .push, .push, .renamed("b")) == [
                "  path", "    [#2]", #"-     title: "a""#, #"+     title: "b""#,
            ]
        )
        #expect(
            difference(after: .push, .push) == [
                "  path", #"+   [#2]: Screen(title: "a", editor: nil)"#,
            ]
        )
    }

    @Test func aSheetIsNamedByItsID() {
        #expect(
            difference(after: .push, .edit) == ["  path", "    [#1]", "-     editor: nil", #"+     editor: [#1: "b"]"#]
        )
        #expect(
            difference(after: .push, .edit, .replaceEditor) == [
                "  path[#1]", "    editor", #"-     [#1]: "b""#, #"+     [#2]: "c""#,
            ]
        )
    }

    @Test func aCounterIsShownWhereNothingElseDiffers() {
        #expect(difference(after: .pushAndPop) == ["  path", "    counter", "-     last: 0", "+     last: 1"])
    }
}
