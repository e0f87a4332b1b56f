// SPDX-License-Identifier: MIT

import GatedMiddleware
import Prism
import RexCore
import RexNavigation
import RexTestSupport
import RexTesting
import Testing

#if DEBUG
/// Nothing in this process is lifted to its presentations.
private enum Forgotten: Sendable, Equatable { case yes }

private struct Screen: Sendable, Equatable, Identifiable {
    var id = 1
    var alert = Presented<Dialog<Int>>()
    var forgotten = Presented<Dialog<Forgotten>>()
}

@Prism private enum ScreenAction: Sendable, Equatable {
    case warn, alert(PresentationAction<Int>), chosen(Int), forgotten(PresentationAction<Forgotten>)
}

private struct App: Sendable, Equatable {
    var sheet = Presented<Screen>()
    var rows = [Screen(id: 1)]
    var part: Screen?
}

@Prism private enum AppAction: Sendable, Equatable {
    case present, show, saveLater(ScreenAction)
    case sheet(PresentationAction<ScreenAction>), row(ElementIDAction<Int, ScreenAction>), part(ScreenAction)
    case forgotten(PresentationAction<Forgotten>), optional(PresentationAction<Forgotten>?)
    case pair(PresentationAction<Forgotten>, isAnimated: Bool)
}

private let screen = Feature<ScreenAction, Screen, Void>.combine {
    Feature { action, screen in
        guard action == .warn else { return }
        screen.alert.present(Dialog("?", buttons: [.init("Yes", choice: 1)]))
        screen.forgotten.present(Dialog("?", buttons: [.init("Yes", choice: .yes)]))
    }
    Feature.dialog(ScreenAction.prisms.alert, state: \.alert, sending: ScreenAction.chosen)
}

/// Actions for presentations to which nothing is lifted.
@Suite struct UnhandledPresentationTests {
    private static let reducer = Feature<AppAction, App, Void> { action, app in
        switch action {
        case .present: app.sheet.present(Screen())
        case .show: app.part = Screen()
        default: break
        }
    }

    private static func app(
        _ screen: Feature<ScreenAction, Screen, Void> = screen,
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
        // Lifts count in the whole process, and this one does whichever test is the first.
        _ = screen
        let mistakes = Recorder<String>()
        let log = Feature<AppAction, App, Void>(middleware: MistakeLog(in: mistakes))
        let store = Store(initialState: App(), feature: log <> feature, dependencies: ())
        for action in actions { store.dispatch(action, file: "App/View.swift", line: 9) }
        return mistakes.events
    }

    private static func row(_ action: ScreenAction) -> AppAction { .row(ElementIDAction(id: 1, action: action)) }

    /// At the root, in a sheet, in a row, in an optional part, in an optional payload and in a tuple.
    private static let forgotten: [[AppAction]] = [
        [.present, .forgotten(.dismissed(1))],
        [.present, .sheet(.presented(1, .warn)), .sheet(.presented(1, .forgotten(.presented(1, .yes))))],
        [row(.warn), row(.forgotten(.presented(1, .yes)))], [.show, .part(.warn), .part(.forgotten(.dismissed(1)))],
        [.present, .optional(.dismissed(1))], [.present, .pair(.dismissed(1), isAnimated: true)],
    ]

    @Test(arguments: 0..<6) func aForgottenDialogIsReportedOnceWithItsPlace(index: Int) throws {
        let actions = Self.forgotten[index]
        let found = Self.mistakes(in: Self.app(), after: actions + actions.suffix(1))
        let only = try #require(found.first)
        #expect(found.count == 1)
        #expect(only.hasPrefix("Nothing is lifted to the presentation of a PresentationAction<Forgotten>"))
        #expect(only.hasSuffix("The action was sent at App/View.swift:9."))
    }

    /// In a sheet, in a row, and in an optional part.
    private static let lifted: [[AppAction]] = [
        [.present, .sheet(.presented(1, .warn)), .sheet(.presented(1, .alert(.presented(1, 1))))],
        [row(.warn), row(.alert(.presented(1, 1)))], [.show, .part(.warn), .part(.alert(.presented(1, 1)))],
    ]

    @Test(arguments: 0..<3) func aLiftedDialogIsNotReported(index: Int) {
        let actions = Self.lifted[index]
        // The second time, the dialog is gone.
        #expect(Self.mistakes(in: Self.app(), after: actions + actions.suffix(1)) == [])
        let gated = screen.gated(state: { _ in true })
        #expect(Self.mistakes(in: Self.app(gated), after: actions) == [])
    }

    @Test func anActionForAnAbsentPartIsNotReported() {
        let choice = AppAction.part(.alert(.presented(1, 1)))
        for absent in [AbsentPart.refuses, .reachesParents] {
            let app = Self.app(absent: absent)
            #expect(Self.mistakes(in: app, after: [.present, choice, .sheet(.presented(2, .warn))]) == [])
        }
    }

    /// The dialog's feature is not called then.
    @Test func aParentThatRemovesThePartOfADialogIsNotReported() {
        let removing = Feature<AppAction, App, Void> { action, app in
            if case .row(let row) = action, case .alert = row.action { app.rows = [] }
        }
        let app = removing <> Self.app()
        #expect(Self.mistakes(in: app, after: [Self.row(.warn), Self.row(.alert(.presented(1, 1)))]) == [])
    }

    @Test func anActionThatIsCarriedAsAValueIsNotReported() {
        let action = AppAction.saveLater(.alert(.presented(1, 1)))
        #expect(Self.mistakes(in: Self.reducer, after: [.present, action]) == [])
    }

    @Test func whatIsLiftedAloneIsKnown() {
        let reducer = Reducer<ScreenAction, Screen>.identity.lift(.case(AppAction.prisms.sheet, presented: \App.sheet))
        let middleware = Feature<AppAction, App, Void>(
            middleware: IdentityMiddleware<ScreenAction, ScreenAction, Screen>()
                .lift(.case(AppAction.prisms.sheet, presented: \App.sheet))
        )
        let actions: [AppAction] = [.present, .sheet(.presented(1, .warn)), .part(.alert(.dismissed(1)))]
        for feature in [Feature(reducer), Feature(reducer.reduce), middleware] {
            #expect(Self.mistakes(in: Self.reducer <> feature, after: actions) == [])
        }
    }

    @Test func aTestStoreFailsAtTheAction() {
        let texts = failures {
            let test = TestStore(initialState: App(), feature: Self.reducer, dependencies: ())
            test.send(.present) { $0.sheet.present(Screen()) }
            test.send(.forgotten(.dismissed(1)))
            test.finish()
        }
        #expect(texts.map { $0.contains("Nothing is lifted to the presentation") } == [true])
    }
}
#endif
