// SPDX-License-Identifier: MIT

import Prism
import RexCore
import RexNavigation
import RexTestSupport
import Testing

private struct Sheet: Sendable, Equatable { var isDone = false }

@Prism private enum SheetAction: Sendable, Equatable { case done(Int), other }

private struct Screen: Sendable, Equatable {
    var sheet = Presented<Sheet>()
    var notes: [String] = []
}

@Prism private enum ScreenAction: Sendable, Equatable {
    case present, sheet(PresentationAction<SheetAction>), result(Int), waiting
}

private func noting(_ place: String) -> Feature<ScreenAction, Screen, Void> {
    Feature { action, screen in
        if case .present = action { screen.sheet.present(Sheet()) }
        screen.notes.append("\(place) \(action.caseIndex) \(screen.sheet.count)")
    }
}

private let sheet = Feature<SheetAction, Sheet, Void> { action, sheet in
    if case .done = action { sheet.isDone = true }
}

private let lifted = sheet.lift(
    .case(ScreenAction.prisms.sheet, presented: \Screen.sheet, ends: .when(\.done, sending: ScreenAction.result))
)

@Suite struct LiftOrderTests {
    @Test func reducersAheadOfTheLiftSeeThePresentationAndReducersBehindSeeItDismissed() {
        let store = Store(
            initialState: Screen(),
            feature: noting("ahead") <> lifted <> noting("behind"),
            dependencies: ()
        )
        store.dispatch(.present)
        store.dispatch(.sheet(.presented(1, .other)))
        store.dispatch(.sheet(.presented(1, .done(7))))
        #expect(
            store.state.notes == [
                "ahead 0 1", "behind 0 1", "ahead 1 1", "behind 1 1", "ahead 1 1", "behind 1 0", "ahead 2 0",
                "behind 2 0",
            ]
        )
    }

    @Test func theResultIsProcessedAfterTheActionsThatWaitAndIsCausedByTheEnding() {
        let lines = Recorder<String>()
        let numbers = Recorder<Int?>()
        let listener = Feature<ScreenAction, Screen, Void>(
            middleware: AnyMiddleware<ScreenAction, ScreenAction, Screen> { action, source, _ in
                IO { output in
                    if action == .sheet(.presented(1, .done(7))) {
                        numbers.record(source.number)
                        output.dispatch(.waiting, from: source)
                    }
                    let isCaused = output.cause(of: source).map { numbers.events == [$0] } ?? false
                    lines.record("\(action.caseIndex) \(isCaused) \(source.trail.map(\.text))")
                }
            }
        )
        let store = Store(initialState: Screen(), feature: noting("") <> listener <> lifted, dependencies: ())
        store.dispatch(.present)
        store.dispatch(.sheet(.presented(1, .done(7))))
        #expect(
            lines.events == ["0 false []", "1 false []", "3 true []", "2 true [\"Result of presentation #1\"]"]
        )
    }

    @Test func twoStoresOfAFeatureShareNothing() {
        let first = Store(initialState: Screen(), feature: noting("") <> lifted, dependencies: ())
        let second = Store(initialState: Screen(), feature: noting("") <> lifted, dependencies: ())
        first.dispatch(.present)
        second.dispatch(.present)
        first.dispatch(.sheet(.presented(1, .done(1))))
        #expect(first.state.sheet.isEmpty)
        #expect(second.state.sheet.id == 1)
    }
}
