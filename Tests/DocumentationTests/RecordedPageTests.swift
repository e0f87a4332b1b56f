// SPDX-License-Identifier: MIT

import Foundation
import RexTestSupport
import Testing

/// Turns a run of a page's app into a test, and runs that test.
@Suite struct RecordedPageTests {
    @Test func aRunOfTheOfflineAppBecomesATestThatPasses() throws {
        let folder = try TemporaryFolder()
        let page = try #require(try Page.all().first { $0.name == "OfflineApp.md" })
        let blocks = BlockReader(page).blocks.filter { $0.language == "swift" }
        // The last block is the test of the page.
        try folder.write(Program.source(of: blocks.dropLast()), to: "App.swift")
        try folder.write(Self.world, to: "World.swift")
        try folder.write(Self.recording, to: "Record.swift")
        let source = try run(["App", "World", "Record"], in: folder, as: "record")
        #expect(source.ending == .exited(0), "\(source.text)")
        for action in ["began", "loaded", "attempted", "sent", "rejected", "cancelled"] {
            #expect(source.text.contains("\"\(action)\""), "\(action)")
        }
        try folder.write(source.text, to: "Recorded.swift")
        try folder.write(Self.main, to: "Main.swift")
        let outcome = try run(["App", "World", "Recorded", "Main"], in: folder, as: "check")
        #expect(outcome.text.contains("Test run with 1 test"), "\(outcome.text)")
        #expect(outcome.ending == .exited(0), "\(outcome.text)")
    }

    /// Compiles files to a program and returns its output.
    private func run(
        _ names: [String],
        in folder: TemporaryFolder,
        as program: String
    ) throws -> (text: String, ending: ChildProcess.Ending) {
        let files = names.map { folder.file($0 + ".swift") }
        let outcome = try Compiler.compile(
            files[0],
            files.dropFirst() + Compiler.linking() + Compiler.testing
                + ["-wmo", "-parse-as-library", "-module-name", "OfflineApp", "-o", folder.file(program)],
            deadline: 300
        )
        try #require(outcome.succeeded, "\(outcome.diagnostics)")
        let child = try ChildProcess(running: folder.file(program))
        let text = child.remainingErrors() + child.remainingOutput()
        return (text, child.waitForExit())
    }

    private static let world = """
        import OutboxMiddleware
        import PersistenceMiddleware

        func emptyWorld() -> World {
            World(files: Files(in: MemoryStorage(), keychain: MemoryStorage())) { change, _, _ in
                if case .added(let item) = change, item.text == "wine" { throw .rejected("no wine") }
                return "ok"
            } pull: { _ in
                []
            }
        }
        """

    /// The list is read after the outbox has reported its write, since a test would do that first.
    private static let recording = #"""
        import Foundation
        import PersistenceMiddleware
        import RecorderMiddleware
        import RexCore

        let recorder = Recorder<ShopAction, Shop>()

        struct SlowStorage: Storage {
            let base = MemoryStorage()

            func read(_ path: String) throws(StorageError) -> [UInt8]? {
                while !hasReportedClear { Thread.sleep(forTimeInterval: 0.001) }
                return try base.read(path)
            }

            private var hasReportedClear: Bool {
                let last = recorder.recording().entries.suffix(2).map(\.actionText)
                return last.isEmpty || last[0].contains("cleared(") && last.count == 2 && last[1].contains("saved(")
            }

            func write(
                _ bytes: [UInt8],
                to path: String,
                keepingOldAs oldPath: String?
            ) throws(StorageError) {
                try base.write(bytes, to: path, keepingOldAs: oldPath)
            }

            func append(_ bytes: [UInt8], to path: String) throws(StorageError) { try base.append(bytes, to: path) }
            func sync(_ path: String) throws(StorageError) { try base.sync(path) }
            func move(_ path: String, to newPath: String) throws(StorageError) { try base.move(path, to: newPath) }
            func remove(_ path: String) throws(StorageError) { try base.remove(path) }

            func paths(beginningWith path: String) throws(StorageError) -> [String] {
                try base.paths(beginningWith: path)
            }

            func lock(_ path: String) throws(StorageError) -> StorageLock { try base.lock(path) }
        }

        @main struct Main {
            static func main() async throws {
                var world = emptyWorld()
                world.files.items = StateFile(at: "items.state", storage: SlowStorage())
                let store = Store(
                    initialState: try initialState(world.files),
                    feature: shop.adding(recorder.middleware),
                    dependencies: world
                )
                await store.settled()
                for action: ShopAction in [
                    .loggedIn(User(name: "Ada", token: "1")), .connected(true), .wrote("tea"), .wrote("wine"),
                ] {
                    store.dispatch(action)
                    await store.settled()
                }
                print(
                    try recorder.recording().testSource(
                        named: "aRefusedItemDisappears",
                        reducer: "shop.reducer",
                        middleware: "shop.middleware(emptyWorld())"
                    )
                )
            }
        }
        """#

    private static let main = """
        import Testing

        @main struct Main {
            static func main() async { await Testing.__swiftPMEntryPoint() as Never }
        }
        """
}
