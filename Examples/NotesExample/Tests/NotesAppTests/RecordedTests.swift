// SPDX-License-Identifier: MIT

import ConnectionFeature
import Foundation
import ListFeature
import NotesApp
import NotesServer
import OutboxFeature
import OutboxMiddleware
import PersistenceMiddleware
import RecorderMiddleware
import RequestMiddleware
import RexCore
import RexNavigation
import SessionFeature
import Testing

/// Turns a run of the app into a test, and runs that test.
struct RecordedTests {
    @Test func runInWhichANoteIsRejectedBecomesATestThatPasses() async throws {
        var recording = try await record()
        // On a busy machine, the library may be saved later than half a second after its change, as it is in the test.
        while (recording.entries.last?.time ?? .zero) > .milliseconds(400) { recording = try await record() }
        let source = try recording.testSource(
            named: "aNoteIsRejected",
            reducer: "app.reducer",
            middleware: "app.middleware(.rejecting())"
        )
        for action in ["write", "attempted", "rejected", "pulled"] {
            #expect(source.contains("\"\(action)\""), "\(action)")
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "notes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let test = try check(source, in: folder)
        #expect(test.status == 0, "\(test.output)")
        #expect(test.output.contains("Test run with 1 test"))
        // A test that passes for another run too would prove nothing.
        let changed = source.replacing("the server denies it", with: "the server likes it")
        #expect(try check(changed, in: folder).output.contains("Received a different action"))
    }

    /// Records a run in which a note is written, sent and rejected.
    private func record() async throws -> Recording<AppAction, AppState> {
        let recorder = Recorder<AppAction, AppState>()
        let (files, queue) = (Files(in: "notes", storage: MemoryStorage()), DispatchQueue(label: "store"))
        let store = Store(
            initialState: try files.load(Connection(hasServer: true, needsNetwork: false)),
            feature: app.adding(recorder.middleware),
            dependencies: World.rejecting(files),
            executor: .queue(queue)
        )
        func wait(until isReached: (AppState) -> Bool) async {
            for await state in store.states where isReached(state) { return }
        }
        store.dispatch(.connection(.active(true)))
        await wait { $0.session.value?.list.folder.output != nil }
        store.dispatch(.library(.write(name: "tea", text: "hot", over: nil)))
        await wait { $0.pending.outbox.entries.contains { $0.phase.rejection != nil } }
        // The observed action was processed then.
        queue.sync {}
        return recorder.recording()
    }

    /// Compiles a test with the app's modules and runs it.
    private func check(_ source: String, in folder: URL) throws -> (status: Int32, output: String) {
        let main = """
            import Testing

            @main struct Main {
                static func main() async { await Testing.__swiftPMEntryPoint() as Never }
            }
            """
        var files = [URL(filePath: #filePath).deletingLastPathComponent().appending(path: "World+Rejecting.swift").path]
        for (name, text) in [("Recorded", source), ("Main", main)] {
            let file = folder.appending(path: name + ".swift")
            try text.write(to: file, atomically: true, encoding: .utf8)
            files.append(file.path)
        }
        let program = folder.appending(path: "check").path
        let compiler = try run("swiftc", try Self.arguments() + files + ["-o", program])
        try #require(compiler.status == 0, "\(compiler.output)")
        return try run(program, [])
    }

    /// The arguments of the compiler for a program of this package.
    private static func arguments() throws -> [String] {
        let folder = Bundle.main.bundleURL
        let sources = URL(filePath: #filePath).appending(path: "../../../../../Sources").standardized
        let paths =
            [folder.appending(path: "Modules").path] + ["CNetlink", "CRexSystem"].map { sources.path + "/" + $0 }
        let list = folder.appending(path: "NotesExamplePackageTests.product/Objects.LinkFileList")
        let others = ["Tests.build/", "NotesProbe.build/", "NotesExample.build/"]
        let objects = try String(contentsOf: list, encoding: .utf8)
            .split(separator: "\n")
            .map { $0.trimmingCharacters(in: ["'", "\""]) }
            .filter { object in !others.contains { object.contains($0) } }
        return ["-swift-version", "6", "-parse-as-library", "-wmo", "-module-name", "Recorded"]
            + ["-package-name", "notesexample"] + paths.flatMap { ["-I", $0] } + objects
    }
}
