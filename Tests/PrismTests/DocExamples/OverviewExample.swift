// SPDX-License-Identifier: MIT

import Prism
import RexCore
import Testing

/// The examples of Docs/Prism.docc/Prism.md.
@Prism private enum AppAction: Sendable {
    case counter(CounterAction)
    case renamed(id: Int, name: String)
    case reset
}

@Prism private enum CounterAction: Sendable { case increment, add(Int) }

private struct AppState: Sendable { var count = 0 }

private enum Screen {
    case login(name: String), home
}

extension Screen: CaseIndexed {
    var login: String? {
        get { if case .login(let name) = self { name } else { nil } }
        set { if case .login = self, let newValue { self = .login(name: newValue) } }
    }

    static let loginPath = CasePath<Screen, String>(
        extract: { $0.login },
        embed: { .login(name: $0) },
        caseIndex: 0
    )

    static var caseCount: Int { 2 }

    var caseIndex: Int {
        switch self {
        case .login: 0
        case .home: 1
        }
    }
}

@Suite struct OverviewExample {
    @Test func macroGivesWhatTheArticleSays() {
        let action = AppAction.counter(.add(2))
        #expect(action.counter?.add == 2)
        #expect(action.renamed?.name == nil)
        #expect(!action.isReset)

        let counter = Reducer<CounterAction, Int>.reduce { action, count in
            count += action.isIncrement ? 1 : action.add ?? 0
        }
        let app = counter.lift(case: AppAction.prisms.counter, state: \AppState.count)
        var state = AppState()
        for action in [action, .counter(.increment), .reset] { app.reduce(action, &state) }
        #expect(state.count == 3)
    }

    @Test func sameCanBeWrittenByHand() {
        var screen = Screen.login(name: "Ann")
        screen.login? += "a"
        #expect(Screen.loginPath.extract(screen) == "Anna")
        #expect(Screen.loginPath.embed("Bob").login == "Bob")
        #expect(Screen.home.caseIndex == 1)
        #expect(Screen.caseCount == 2)
    }
}
