// SPDX-License-Identifier: MIT

import EffectMiddleware
import Foundation
import GatedMiddleware
import InspectorMiddleware
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder

private enum AppAction: Codable, Equatable, Sendable {
    case add(String)
    case clear
    case load
    case wait

    var isLoad: Bool { self == .load }
    var isWait: Bool { self == .wait }
}

private struct AppState: Codable, Sendable {
    var items: [String] = []
    var isLogging = false
}
private struct Offline: Error {}

/// The recipes of the page *Inspecting*, as they are written there.
@Suite struct RecipeTests {
    private static func recipes() throws -> [String] {
        let page = try String(
            contentsOfFile: Repository.root.appending(path: "Docs/Rex.docc/Inspecting.md").path,
            encoding: .utf8
        )
        return page.components(separatedBy: "```sh\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
    }

    @Test func recipesAnswerAsThePageSays() async throws {
        let recorder = Recorder<AppAction, AppState>()
        let effects = EffectMiddleware<AppAction, AppAction, AppState>()
            .on(\.isLoad, .first) { _, _ in throw Offline() }
            .on(\.isWait, .first) { _, _ in try await Task.sleep(for: .seconds(1_000)) }
        let log = EffectMiddleware<AppAction, AppAction, AppState>()
            .on(\.isLoad, .first) { _, _ in }
            .gated(state: \.isLogging)
        let store = Store(
            initialState: AppState(),
            reducer: Reducer<AppAction, AppState>.reduce { action, state in
                switch action {
                case .add(let item): state.items.append(item)
                case .clear: state.items = []
                case .load, .wait: break
                }
            },
            middleware: effects.composition <> log.composition <> recorder.middleware
        )
        let client = try Client(Inspector(recorder, allowing: .dispatch(on: .immediate), allowingReleaseBuilds: true))
        store.dispatch(.add("tea"))
        store.dispatch(.wait)
        store.dispatch(.wait)
        store.dispatch(.load)
        while try !client.events().contains(where: { $0["ending"] == "failed" }) { await Task.yield() }
        let recipes = try Self.recipes()
        // The function that the first block defines, without its values.
        let function = try #require(recipes.first).split(separator: "\n").filter { !$0.hasPrefix("export ") }
        let parts = [
            "export INSPECTOR=", #""explanation":"Effect at "#, #""text":"Offline()""#,
            "ignored 3 wait, since its run for 2 wait", #"1 "explanation":"Gate at "#,
            #""consequences":[]"#, #""label":"2","#, #""state":"tea""#, #""change":"items[0]: inserted"#,
            #""source":"Inspector, request 1""#,
            #""type":"recording""#,
        ]
        #expect(recipes.count == parts.count)
        for (recipe, part) in zip(recipes, parts).dropFirst() {
            let child = try ChildProcess(
                running: "sh",
                arguments: ["-c", function.joined(separator: "\n") + "\n" + recipe],
                environment: ["INSPECTOR": "http://127.0.0.1:\(client.port)", "TOKEN": client.token]
            )
            let output = child.remainingOutput()
            #expect(output.contains(part), "\(recipe)")
            #expect(!output.contains("did not get") || !recipe.contains("grep -v"))
        }
        #expect(store.state.items.isEmpty)
    }
}
