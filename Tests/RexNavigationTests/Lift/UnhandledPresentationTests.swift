// SPDX-License-Identifier: MIT

import Prism
import RexCore
import RexNavigation
import RexTestSupport
import RexTesting
import Testing

#if DEBUG
private struct Screen: Sendable, Equatable, Identifiable {
    var id = 1
    var alert = Presented<Dialog<Int>>()
}

@Prism private enum ScreenAction: Sendable, Equatable { case warn, alert(PresentationAction<Int>), chosen(Int) }

private struct App: Sendable, Equatable {
    var sheet = Presented<Screen>()
    var rows = [Screen(id: 1)]
    var part: Screen?
}

@Prism private enum AppAction: Sendable, Equatable {
    case present, show, removeRow(Int), saveLater(ScreenAction)
    case optional(PresentationAction<ScreenAction>?), pair(PresentationAction<ScreenAction>, isAnimated: Bool)
    case sheet(PresentationAction<ScreenAction>)
    case row(ElementIDAction<Int, ScreenAction>)
    case part(ScreenAction)
}

private let forgetful = Feature<ScreenAction, Screen, Void> { action, screen in
    if action == .warn { screen.alert.present(Dialog("?", buttons: [.init("Yes", choice: 1)])) }
}

private let screen = forgetful <> .dialog(ScreenAction.prisms.alert, state: \.alert, sending: ScreenAction.chosen)

/// Actions for presentations to which no feature is lifted.
@Suite struct UnhandledPresentationTests {
    private static let reducer = Feature<AppAction, App, Void> { action, app in
        switch action {
        case .present: app.sheet.present(Screen())
        case .show: app.part = Screen()
        default: break
        }
    }

    private static func app(
        _ screen: Feature<ScreenAction, Screen, Void>,
        absent: AbsentPart = .refuses
    ) -> Feature<AppAction, App, Void> {
        .combine {
            reducer
            screen.lift(.case(AppAction.prisms.sheet, presented: \.sheet))
            screen.lift(.case(AppAction.prisms.row, each: \.rows))
            screen.lift(.case(AppAction.prisms.part, optional: \.part, absent: absent))
        }
    }

    /// Returns the mistakes of a store after some actions.
    private static func mistakes(in feature: Feature<AppAction, App, Void>, after actions: [AppAction]) -> [String] {
        let mistakes = Recorder<String>()
        let log = Feature<AppAction, App, Void>(middleware: MistakeLog(in: mistakes))
        let store = Store(initialState: App(), feature: log <> feature, dependencies: ())
        for action in actions { store.dispatch(action, file: "App/View.swift", line: 9) }
        return mistakes.events
    }

    private static func row(_ action: ScreenAction) -> AppAction { .row(ElementIDAction(id: 1, action: action)) }

    /// In a sheet, in a row, and in an optional part.
    private static let choices: [[AppAction]] = [
        [.present, .sheet(.presented(1, .warn)), .sheet(.presented(1, .alert(.presented(1, 1))))],
        [.present, .sheet(.presented(1, .warn)), .sheet(.presented(1, .alert(.dismissed(1))))],
        [row(.warn), row(.alert(.presented(1, 1)))], [.show, .part(.warn), .part(.alert(.presented(1, 1)))],
    ]

    @Test(arguments: 0..<4) func aForgottenDialogIsReportedOnceWithItsPlace(index: Int) throws {
        let actions = Self.choices[index]
        let found = Self.mistakes(in: Self.app(forgetful), after: actions + actions.suffix(1))
        let only = try #require(found.first)
        #expect(found.count == 1)
        #expect(only.hasPrefix("No feature of this store is lifted to the presentation of a PresentationAction<Int>"))
        #expect(only.hasSuffix("The action was sent at App/View.swift:9."))
    }

    @Test(arguments: 0..<4) func aLiftedDialogIsNotReported(index: Int) {
        let actions = Self.choices[index]
        // The second time, the dialog is gone.
        #expect(Self.mistakes(in: Self.app(screen), after: actions + actions.suffix(1)) == [])
    }

    @Test func aForgottenSheetIsReported() {
        let actions: [AppAction] = [
            .present, .sheet(.presented(1, .warn)), .sheet(.presented(1, .alert(.presented(1, 1)))),
        ]
        let found = Self.mistakes(in: Self.reducer, after: actions)
        #expect(found.map { $0.contains("PresentationAction<ScreenAction>") } == [true])
    }

    @Test func anActionForAnAbsentPartIsNotReported() {
        let choice = AppAction.part(.alert(.presented(1, 1)))
        for absent in [AbsentPart.refuses, .reachesParents] {
            let app = Self.app(screen, absent: absent)
            #expect(Self.mistakes(in: app, after: [.present, choice, .sheet(.presented(2, .warn))]) == [])
        }
    }

    @Test func aSheetInATupleOrAnOptionalIsFound() {
        for action in [AppAction.optional(.dismissed(1)), .pair(.dismissed(1), isAnimated: true)] {
            #expect(Self.mistakes(in: Self.reducer, after: [.present, action]).count == 1)
        }
    }

    /// The dialog's feature is not called then.
    @Test func aParentThatRemovesThePartOfADialogIsNotReported() {
        let removing = Feature<AppAction, App, Void> { action, app in
            if case .row(let row) = action, case .alert = row.action { app.rows = [] }
        }
        let app = removing <> Self.app(screen)
        #expect(Self.mistakes(in: app, after: [Self.row(.warn), Self.row(.alert(.presented(1, 1)))]) == [])
    }

    @Test func anActionThatIsCarriedAsAValueIsNotReported() {
        let action = AppAction.saveLater(.alert(.presented(1, 1)))
        #expect(Self.mistakes(in: Self.app(screen), after: [.present, action]) == [])
    }

    @Test func aMiddlewareThatIsLiftedAloneIsKnown() {
        let app =
            Self.reducer
            <> Feature<AppAction, App, Void>(
                middleware: IdentityMiddleware<ScreenAction, ScreenAction, Screen>()
                    .lift(.case(AppAction.prisms.sheet, presented: \App.sheet))
            )
        #expect(Self.mistakes(in: app, after: [.present, .sheet(.dismissed(1))]) == [])
    }

    /// The store doesn't know to what they are lifted, also if their part is absent.
    @Test func reducersThatAreLiftedAloneAreNotReported() {
        let mistakes = Recorder<String>()
        let reducer = Reducer<ScreenAction, Screen>.identity.lift(.case(AppAction.prisms.sheet, presented: \App.sheet))
        let feature = Self.reducer <> Feature<AppAction, App, Void>(reducer)
        let actions: [AppAction] = [.present, .sheet(.presented(1, .warn)), .part(.alert(.dismissed(1)))]
        #expect(Self.mistakes(in: feature, after: actions) == [])
        let store = Store(initialState: App(), reducer: reducer, middleware: MistakeLog(in: mistakes))
        for action in actions { store.dispatch(action) }
        #expect(mistakes.events == [])
    }

    @Test func aTestStoreFailsAtTheAction() {
        let texts = failures {
            let test = TestStore(initialState: App(), feature: Self.reducer, dependencies: ())
            test.send(.present) { $0.sheet.present(Screen()) }
            test.send(.sheet(.dismissed(1)))
            test.finish()
        }
        #expect(texts.map { $0.contains("No feature of this store is lifted to the presentation") } == [true])
    }
}
#endif
