// SPDX-License-Identifier: MIT

import Prism
import RexCore
import RexNavigation
import RexTestSupport
import RexTesting
import Testing

private struct Screen: Sendable, Equatable { var text = "" }

@Prism private enum ScreenAction: Sendable, Equatable { case typed(String) }

private struct Session: Sendable, Equatable, Identifiable {
    var id = 1
    var path = PresentationStack<Screen>()
}

@Prism private enum SessionAction: Sendable, Equatable {
    case push, reset, path(PresentationAction<ScreenAction>)
}

private struct App: Sendable, Equatable {
    var session: Session?
    var sessions: [Session] = []
    var sheet = Presented<Session>()
}

@Prism private enum AppAction: Sendable, Equatable {
    case login, logout, add(Int), remove(Int), present
    case session(SessionAction), row(ElementIDAction<Int, SessionAction>), sheet(PresentationAction<SessionAction>)
}

private let session = Feature<SessionAction, Session, Void>.combine {
    Feature { action, session in
        switch action {
        case .push: session.path.push(Screen())
        case .reset: session.path = PresentationStack()
        case .path: break
        }
    }
    Feature<ScreenAction, Screen, Void>.identity.lift(.case(SessionAction.prisms.path, stack: \.path))
}

private let app = Feature<AppAction, App, Void>.combine {
    Feature { action, app in
        switch action {
        case .login: app.session = Session()
        case .logout: app.session = nil
        case .add(let id): app.sessions.append(Session(id: id))
        case .remove(let id): app.sessions.removeAll { $0.id == id }
        case .present: app.sheet.replace(with: Session())
        case .session, .row, .sheet: break
        }
    }
    session.lift(.case(AppAction.prisms.session, optional: \.session))
    session.lift(.case(AppAction.prisms.row, each: \.sessions))
    session.lift(.case(AppAction.prisms.sheet, presented: \.sheet))
}

#if DEBUG
@Suite struct CounterCheckTests {
    private static func row(_ id: Int, _ action: SessionAction) -> AppAction {
        .row(ElementIDAction(id: id, action: action))
    }

    @Test func aContainerThatIsCreatedAgainIsReported() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            Self.run([.login, .session(.push), .session(.reset)])
        }
        expectMessage(of: result, contains: "The counter of a PresentationStack<Screen> went back from #1 to #0")
        expectMessage(of: result, contains: "The action was sent at RexNavigationTests/CounterCheckTests.swift:")
    }

    @Test func aPartOfAnOptionalThatStartsBelowTheHighestCounterIsReported() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            Self.run([.login, .session(.push), .session(.push), .logout, .login, .session(.push)])
        }
        expectMessage(of: result, contains: "went back from #2 to #0")
    }

    @Test func anElementThatComesAgainIsReported() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            Self.run([.add(1), Self.row(1, .push), .remove(1), .add(1), Self.row(1, .push)])
        }
        expectMessage(of: result, contains: "went back from #1 to #0")
    }

    @Test func elementsAndPresentationsCountByThemselves() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            Self.run([
                .add(1), .add(2), Self.row(1, .push), Self.row(2, .push), Self.row(1, .push), .present,
                .sheet(.presented(1, .push)), .present, .sheet(.presented(2, .push)), .sheet(.presented(1, .push)),
                .login, .session(.push), .logout, .session(.push),
            ])
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(!message.contains("went back"))
    }

    @Test func aTestStoreFailsWithTheAction() {
        let failures = failures {
            let test = TestStore(initialState: App(), feature: app, dependencies: (), checks: .onlyWhatIsSaid)
            test.send(.login)
            test.send(.session(.push))
            test.send(.session(.reset))
            test.send(.session(.push))
            test.finish()
        }
        #expect(failures.count == 1)
        let text = "session(reset): The counter of a PresentationStack<Screen> went back from #1 to #0"
        #expect(failures.first?.hasPrefix(text) == true, "\(failures)")
    }

    private static func run(_ actions: [AppAction]) {
        let store = Store(initialState: App(), feature: app, dependencies: ())
        for action in actions { store.dispatch(action) }
    }
}
#endif
