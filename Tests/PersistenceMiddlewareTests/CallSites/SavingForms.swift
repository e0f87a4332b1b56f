// SPDX-License-Identifier: MIT

import Foundation
import PersistenceMiddleware
import Prism
import RexCore
import RexTestSupport
import Testing

// Each form of a call compiles and saves.

struct DraftsV1: Codable, Sendable { var texts: [String] }

struct Draft: Codable, Sendable, Equatable {
    var text: String
}

struct Drafts: Codable, Sendable, Equatable {
    var texts: [Draft] = []
}

@Prism enum LifecycleEvent: Sendable { case didEnterBackground, willEnterForeground }

@Prism enum AppAction: Sendable {
    case add(String)
    case login(Draft?)
    case lifecycle(LifecycleEvent)
    case notSaved(StorageError)
}

struct AppState: Sendable {
    var drafts = Drafts()
    var account: Draft?
    var problems: [StorageError] = []
}

struct World: Sendable {
    var draftsFile: StateFile<Drafts>
    var accountFile = StateFile<Draft>(at: "account", storage: .memory)
}

let app = Feature<AppAction, AppState, World> { action, state in
    switch action {
    case .add(let text): state.drafts.texts.append(Draft(text: text))
    case .login(let account): state.account = account
    case .lifecycle: break
    case .notSaved(let error): state.problems.append(error)
    }
}

@Suite struct SavingForms {
    @Test func changesAreSavedAtTheActionAndAtTheEnd() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.path + "/"
        let drafts = StateFile<Drafts>(at: folder + "drafts.state", version: 2) { migrate in
            migrate.from(1) { (old: DraftsV1) in Drafts(texts: old.texts.map(Draft.init)) }
        }
        do {
            let store = Store(
                initialState: AppState(drafts: try drafts.load() ?? Drafts()),
                feature: app
                    <> .saving(
                        \.drafts,
                        to: { $0.draftsFile },
                        within: .milliseconds(500),
                        now: \.lifecycle?.didEnterBackground
                    ),
                dependencies: World(draftsFile: drafts)
            )
            store.dispatch(.add("tea"))
            #expect(try drafts.load() == nil)
            store.dispatch(.lifecycle(.didEnterBackground))
            #expect(try drafts.load() == Drafts(texts: [Draft(text: "tea")]))
            store.dispatch(.add("milk"))
        }
        #expect(try drafts.load()?.texts.map(\.text) == ["tea", "milk"])
    }

    @Test func formsOfFeatures() throws {
        let world = World(draftsFile: StateFile(at: "drafts", storage: .memory))
        let all = Feature<AppAction, AppState, World>.combine {
            app
            Feature.saving(\.drafts, to: \.draftsFile)
            Feature.saving(\.account, to: \.accountFile, now: \.login) { .notSaved($0) }
            Feature.saving(
                \.drafts.texts.count,
                to: { _ in StateFile(at: "c", storage: .memory) },
                changed: { $0 < $1 }
            )
        }
        do {
            let store = Store(initialState: AppState(), feature: all, dependencies: world)
            store.dispatch(.add("tea"))
            store.dispatch(.login(Draft(text: "me")))
            #expect(try world.accountFile.load() == Draft(text: "me"))
            store.dispatch(.login(nil))
            #expect(try world.accountFile.load() == nil)
        }
        #expect(try world.draftsFile.load()?.texts.count == 1)
    }

    @Test func mapHasTheSavedPartsAndTouchesNoFile() throws {
        let folder = try TemporaryFolder()
        let all = Feature<AppAction, AppState, World>.combine {
            app
            Feature.saving(\.drafts, to: \.draftsFile, file: "App/Saving.swift", line: 1)
            Feature.saving(\.account, to: \.accountFile, file: "App/Saving.swift", line: 2)
        }
        let world = World(
            draftsFile: StateFile(at: folder.file("drafts")),
            accountFile: StateFile(at: folder.file("account"))
        )
        let map = all.map(world)
        let expected = """
            AppState
              Saving of Drafts at Saving.swift:1
              Saving of Draft at Saving.swift:2
            """
        #expect("\(map)" == expected)
        #expect(map.children.map(\.step.kind) == ["saving", "saving"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }
}
