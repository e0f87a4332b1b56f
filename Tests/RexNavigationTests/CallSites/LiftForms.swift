// SPDX-License-Identifier: MIT

import Prism
import RexCore
import RexNavigation
import RexTestSupport
import Testing

private struct Screen: Sendable, Equatable { var count = 0 }

@Prism private enum ScreenAction: Sendable, Equatable { case add, done(Int), closed }

private struct Root: Sendable, Equatable {
    var sheet = Presented<Screen>()
    var path = PresentationStack<Screen>()
    var alert = Presented<Dialog<Int>>()
    var log: [String] = []
}

@Prism private enum RootAction: Sendable, Equatable {
    case start, sheet(PresentationAction<ScreenAction>), path(PresentationAction<ScreenAction>)
    case alert(PresentationAction<Int>), result(Int), resultOf(PresentationID, Int), closed, chosen(Int)
    case left(Int), leftFrom(PresentationID, Int)
}

private struct World: Sendable { var screen = 1 }

private let screen = Feature<ScreenAction, Screen, Int> { action, screen in
    switch action {
    case .add: screen.count += 1
    case .done(let count): screen.count += count
    case .closed: break
    }
}

private let root = Feature<RootAction, Root, World> { action, root in
    switch action {
    case .start:
        root.sheet.present(Screen())
        root.path.push(Screen())
        root.alert.present(Dialog("?", buttons: [.init("Yes", choice: 5), .init("No", role: .cancel)]))
    case .sheet, .path, .alert: break
    default: root.log.append("\(action)")
    }
}

/// Each form of the lifts, and the log of a program with it.
@Suite struct LiftForms {
    private static let sheetCase = RootAction.prisms.sheet
    private static let pathCase = RootAction.prisms.path

    private static let forms: [(Feature<RootAction, Root, World>, [String])] = [
        (screen.lift(.case(sheetCase, presented: \.sheet), dependencies: \.screen), []),
        (
            screen.lift(
                .case(
                    sheetCase,
                    presented: \.sheet,
                    ends: .when(\.isClosed, sending: .closed),
                    .when(\.done) { .resultOf($0, $1) }
                ),
                dependencies: \.screen
            ), ["resultOf(#1, 7)"]
        ),
        (
            screen.lift(
                .case(sheetCase, presented: \.sheet, ends: .when(\.done, sending: RootAction.result)),
                dependencies: \.screen
            ), ["result(7)"]
        ),
        (screen.lift(.case(pathCase, stack: \.path), dependencies: \.screen), []),
        (
            screen.lift(
                .case(pathCase, stack: \.path, ends: .when(\.done, sending: RootAction.resultOf)),
                dependencies: \.screen
            ), ["resultOf(#1, 7)"]
        ),
        (
            screen.lift(
                .case(pathCase, stack: \.path, ends: .when(\.done, sending: RootAction.result)),
                dependencies: \.screen
            ), ["result(7)"]
        ),
        (screen.lift(dependencies: \.screen).lift(.case(sheetCase, presented: \.sheet)), []),
        (
            screen.lift(dependencies: \.screen)
                .lift(.case(sheetCase, presented: \.sheet, ends: .when(\.done, sending: RootAction.result))),
            ["result(7)"]
        ),
        (screen.lift(dependencies: \.screen).lift(.case(pathCase, stack: \.path, ends: .when(\.isDone))), []),
        (
            screen.lift(dependencies: \.screen)
                .lift(.case(pathCase, stack: \.path, ends: .when(\.done, sending: RootAction.result))),
            ["result(7)"]
        ),
        (Feature.dialog(RootAction.prisms.alert, state: \.alert, sending: RootAction.chosen), ["chosen(5)"]),
        (
            screen.lift(
                .case(
                    sheetCase,
                    presented: \.sheet,
                    ends: .when(\.isClosed, state: { .left($0.count) }),
                    .when(\.done, state: { RootAction.left($0.count) })
                ),
                dependencies: \.screen
            ),
            ["left(7)"]
        ),
        (
            screen.lift(
                .case(
                    pathCase,
                    stack: \.path,
                    ends: .when(\.isClosed, state: { .left($0.count) }),
                    .when(\.done, state: { .leftFrom($0, $1.count) })
                ),
                dependencies: \.screen
            ),
            ["leftFrom(#1, 7)"]
        ),
    ]

    @Test(arguments: 0..<13)
    func theFormSendsItsResults(form: Int) {
        let (lift, log) = Self.forms[form]
        let store = Store(initialState: Root(), feature: root <> lift, dependencies: World())
        for action: RootAction in [
            .start, .sheet(.presented(1, .done(7))), .path(.presented(1, .done(7))), .alert(.presented(1, 5)),
        ] { store.dispatch(action) }
        #expect(store.state.log == log)
    }

    @Test func aChoiceThatCannotBeComparedIsSent() {
        struct Choice: Sendable { var number = 7 }
        let path = CasePath<RootAction, PresentationAction<Choice>>(
            extract: { $0 == .start ? .presented(1, Choice()) : nil },
            embed: { _ in .start }
        )
        let alert = Feature<RootAction, Presented<Dialog<Choice>>, Void>.dialog(
            path,
            state: \.self,
            sending: { .chosen($0.number) }
        )
        var state = Presented<Dialog<Choice>>()
        state.present(Dialog("?", buttons: []))
        let store = Store(initialState: state, feature: alert, dependencies: ())
        store.dispatch(.start)
        #expect(store.state.isEmpty)
    }

    @Test func anEndingWithoutAResultOrWithAPlainActionEnds() {
        let lift = screen.lift(
            .case(Self.sheetCase, presented: \Root.sheet, ends: .when(\.isClosed, sending: .closed), .when(\.isAdd)),
            dependencies: \World.screen
        )
        let store = Store(initialState: Root(), feature: root <> lift, dependencies: World())
        for action: RootAction in [.start, .sheet(.presented(1, .add)), .sheet(.presented(1, .closed))] {
            store.dispatch(action)
        }
        #expect(store.state.sheet.isEmpty && store.state.log.isEmpty)
        for action: RootAction in [.start, .sheet(.presented(2, .closed))] { store.dispatch(action) }
        #expect(store.state.sheet.isEmpty && store.state.log == ["closed"])
    }

    @Test(arguments: [
        PresentationEnding<ScreenAction, Int, RootAction>.when(\.done, sending: { .result($0) }),
        .when(\.done, sending: { .resultOf($0, $1) }),
    ])
    private func aClosureOfSendingGetsTheValueAndNotAStateOfTheSameType(
        ending: PresentationEnding<ScreenAction, Int, RootAction>
    ) {
        let log = Recorder<RootAction>()
        let feature = Feature<RootAction, Presented<Int>, Void> { action, sheet in
            if case .start = action { sheet.present(3) }
            log.record(action)
        }
        let lift = Feature<ScreenAction, Int, Void>.identity
            .lift(.case(Self.sheetCase, presented: \Presented<Int>.self, ends: ending))
        let store = Store(initialState: Presented<Int>(), feature: feature <> lift, dependencies: ())
        for action: RootAction in [.start, .sheet(.presented(1, .done(7)))] { store.dispatch(action) }
        #expect(log.events.last == .result(7) || log.events.last == .resultOf(1, 7))
    }

    @Test func aButtonSendsItsChoiceOrEndsTheDialog() {
        let yes = DialogButton("Yes", choice: 5)
        let no = DialogButton<Int>("No", role: .cancel)
        #expect(yes.action(for: 3) == .presented(3, 5))
        #expect(no.action(for: 3) == .dismissed(3))
    }

    @Test func theCasesOfAnActionHavePaths() {
        let action = PresentationAction<Int>.presented(2, 7)
        let prisms = PresentationAction<Int>.prisms
        #expect(prisms.presented.extract(action)?.id == 2)
        #expect(prisms.presented.embed((2, 7)) == action)
        #expect(prisms.dismissed.extract(action) == nil)
        #expect(prisms.dismissed.embed(2) == .dismissed(2))
        #expect([action.id, PresentationAction<Int>.dismissed(4).id] == [2, 4])
        #expect([action.caseIndex, prisms.presented.caseIndex, prisms.dismissed.caseIndex] == [0, 0, 1])
    }
}
