// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder

/// What ``Recording/testSource(named:reducer:middleware:)`` writes, compiled and run.
@Suite struct TestSourceTests {
    private func source(middleware: String?, _ send: (RecordedShop) -> Void) -> String {
        let shop = RecordedShop()
        send(shop)
        return shop.recording.testSource(named: "recordedRun", reducer: ".shop", middleware: middleware)
    }

    private func sendSome(_ shop: RecordedShop) {
        shop.store.dispatch(.add("tea \"#\\#(x)\u{1} 🫖", amount: 2))
        shop.store.dispatch(.remove("tea"))
        shop.store.dispatch(.payment(.paid(.infinity)))
    }

    /// What the test says when it runs with the sources of the shop.
    private func run(_ source: String) throws -> (output: String, ending: ChildProcess.Ending) {
        let folder = try TemporaryFolder()
        try folder.write(source, to: "Emitted.swift")
        try folder.write(
            """
            import Testing

            @main struct Main {
                static func main() async { await Testing.__swiftPMEntryPoint() as Never }
            }
            """,
            to: "Main.swift"
        )
        let shop = Repository.root.appending(path: "Tests/RecorderMiddlewareTests/Fixtures/Shop.swift").path
        let outcome = try Compiler.compile(
            folder.file("Main.swift"),
            [folder.file("Emitted.swift"), shop] + Compiler.linking() + Compiler.testing
                + ["-parse-as-library", "-module-name", "RecorderMiddlewareTests", "-o", folder.file("emitted")],
            deadline: 300
        )
        #expect(outcome.succeeded, "\(outcome.diagnostics)")
        let child = try ChildProcess(running: folder.file("emitted"))
        return (child.remainingErrors() + child.remainingOutput(), child.waitForExit())
    }

    @Test func theTestPassesWithTheMiddlewareThatAnswered() throws {
        let source = source(middleware: "ShopMiddleware.answering", sendSome)
        #expect(source.components(separatedBy: "    try send(").count == 4)
        let (output, ending) = try run(source)
        #expect(output.contains("Test run with 1 test"))
        #expect(ending == .exited(0), "\(output)")
    }

    @Test func theTestPassesWithoutAMiddleware() throws {
        let source = source(middleware: nil, sendSome)
        #expect(source.components(separatedBy: "    try send(").count == 6)
        #expect(try run(source).ending == .exited(0))
    }

    @Test func theTestFailsWhereTheAppDoesSomethingElse() throws {
        let source = source(middleware: "ShopMiddleware.answering", sendSome).replacing(
            "\"paid\":1.5",
            with: "\"paid\":2.5"
        )
        let (output, ending) = try run(source)
        #expect(ending != .exited(0))
        #expect(output.contains("2.5"))
    }

    @Test func whatARunHasSentIsSentWithoutAMiddleware() async {
        let source = await effectSource(middleware: nil)
        #expect(source.components(separatedBy: "    try send(").count == 4)
        #expect(!source.contains("RexTesting"))
    }

    @Test func whatARunHasSentIsReceivedAtItsTime() async throws {
        let source = await effectSource(middleware: TestSourceTests.paying)
        #expect(source.components(separatedBy: "    test.send(").count == 3)
        #expect(source.components(separatedBy: "    test.receive(").count == 2)
        let (output, ending) = try run(source)
        #expect(output.contains("Test run with 1 test"))
        #expect(ending == .exited(0), "\(output)")
    }

    @Test func theTestFailsWhereARunSendsSomethingElse() async throws {
        let source = await effectSource(middleware: TestSourceTests.paying)
        let (output, ending) = try run(source.replacing("\"paid\":{\"_0\":2", with: "\"paid\":{\"_0\":3"))
        #expect(ending != .exited(0))
        #expect(output.contains("another action came"))
    }

    @Test func withoutStatesOnlyTheActionsAreExpected() async throws {
        let source = await effectSource(Recorder(keeping: .none), middleware: TestSourceTests.paying)
            .replacing("decoded(#\"null\"#, as: RecordedState.self)", with: "ShopState()")
        #expect(source.contains("checks: .onlyWhatIsSaid"))
        let (output, ending) = try run(source)
        #expect(ending == .exited(0), "\(output)")
    }

    private static let paying = "ShopMiddleware.paying(after: .milliseconds(2))"

    /// A run that pays, and something else after it.
    private func effectSource(
        _ recorder: Recorder<ShopAction, ShopState> = Recorder(),
        middleware: String?
    ) async -> String {
        let shop = RecordedShop(recorder, .paying(after: .milliseconds(2)))
        shop.store.dispatch(.checkOut)
        await shop.store.settled()
        shop.store.dispatch(.add("tea", amount: 1))
        return shop.recording.testSource(named: "recordedRun", reducer: ".shop", middleware: middleware)
    }
}
