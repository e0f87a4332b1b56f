// SPDX-License-Identifier: MIT

import Foundation
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder
import struct RecorderMiddleware.Recording
import enum RecorderMiddleware.RecordedStates
import enum RecorderMiddleware.RecordingFormat

/// Redacted secrets are nowhere in a recording.
@Suite struct SecretTests {
    /// Returns the secrets that occur in these texts.
    private func found(in texts: [String]) -> [Int] {
        (0..<Vault.count).filter { number in texts.contains { $0.contains(Vault.secret(number)) } }
    }

    /// All texts of a recording.
    private func texts(_ recording: Recording<VaultAction, VaultState>) -> [String] {
        var dumped = ""
        dump(recording, to: &dumped)
        return RecordingFormat.allCases.map { recording.text(as: $0) } + [dumped]
            + recording.entries.map { recording.explain($0) + $0.change + ($0.source.info ?? "") }
            + recording.runs.map { recording.explain($0) } + recording.notices.map { recording.explain($0) }
            + recording.coverage.rules.map(\.text)
    }

    private static let redactedState: @Sendable (VaultState) -> VaultState = { $0.redacted }

    static let states: [RecordedStates] = [.all, .changes, .none]

    @Test(arguments: states, [true, false])
    func redactedSecretsAreNowhere(states: RecordedStates, hasStates: Bool) async throws {
        let recorder = Vault.Recorder(
            keeping: states,
            redacting: { $0.redacted },
            redactingState: hasStates ? Self.redactedState : nil
        )
        await Vault.run(recorder)
        let recording = recorder.recording()
        #expect(recording.entries.count > 15)
        #expect(recording.entries.allSatisfy { ($0.stateAfter != nil) == (states == .all && hasStates) })
        #expect(recording.isRedacted)
        #expect(found(in: texts(recording)) == [])
    }

    @Test(arguments: states, [true, false])
    func redactedSecretsAreNotInTheFile(states: RecordedStates, hasStates: Bool) async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("vault.rex")
        await Vault.run(
            Vault.Recorder(
                file: path,
                keeping: states,
                redacting: { $0.redacted },
                redactingState: hasStates ? Self.redactedState : nil
            )
        )
        let bytes = try Data(contentsOf: URL(filePath: path))
        #expect(found(in: [String(decoding: bytes, as: UTF8.self)]) == [])
        let recording = try Recording<VaultAction, VaultState>(file: path)
        #expect(recording.entries.count > 15)
        #expect(recording.isRedacted)
        #expect(found(in: texts(recording)) == [])
    }

    /// Without redaction each secret is found, so the tests above search in the right texts.
    @Test func eachSecretIsFoundWithoutRedaction() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("vault.rex")
        let memory = Vault.Recorder(keeping: .none)
        await Vault.run(memory)
        await Vault.run(Vault.Recorder(file: path))
        #expect(found(in: texts(memory.recording())) == Array(0..<Vault.count))
        #expect(!memory.recording().isRedacted)
        let file = try Recording<VaultAction, VaultState>(file: path)
        #expect(found(in: texts(file)) == Array(0..<Vault.count))
        #expect(!file.isRedacted)
        // These texts contain the secret in values that are not actions of the recorder.
        let texts = memory.recording().text(as: .jsonLines)
        for text in [
            #""text":"SECRET2.""#, #""text":"VaultError(text: \"SECRET4.\")""#, #"Bridged from logIn(\"SECRET1.\")"#,
            #"Bridged from ask(\"SECRET5.\")"#, #"Load SECRET6. at"#, #"] SECRET7.""#, #""key":"SECRET3.""#,
            #""key":"SECRET0., SECRET10.""#, #""reason":"gate""#, #""text":"inner(answer(\"SECRET8.\"))""#,
            #""text":"loggedIn(\"SECRET11.\")""#, #""type":"ignored","reason":"first""#,
        ] {
            #expect(texts.contains(text), "\(text)")
        }
    }

    @Test func knownTextsAreKept() async {
        let recorder = Vault.Recorder(redacting: { $0.redacted }, redactingState: { $0.redacted })
        await Vault.run(recorder)
        let text = recorder.recording().text(as: .jsonLines)
        for part in [
            #"Bridged from logIn(\"-\") at Vault.swift"#, "Bridged from … at Vault.swift", #""key":"…""#,
            #""text":"load at Vault.swift:"#, #""ending":"failed","text":"VaultError","caught":false"#,
            #""text":"loggedIn(\"-\")""#, #""redacted":true"#, #""text":"Dispatched by [PublisherAction<"#,
        ] as [String] {
            #expect(text.contains(part), "\(part)")
        }
        #expect(text.hasPrefix(#"{"type":"recording","version":3,"#))
    }

    @Test func replayOfARedactedRecordingPrintsAWarning() {
        let recorder = Recorder<ShopAction, ShopState>(redacting: { _ in .add("-", amount: 1) }, redactingState: { $0 })
        let shop = RecordedShop(recorder)
        shop.store.dispatch(.add("tea", amount: 1))
        #expect {
            try recorder.recording().replay(from: ShopState(), reducer: .shop)
        } throws: {
            "\($0)".contains("(the actions or states are redacted, so they differ from the app's)")
        }
    }

    @Test func customRuleIsNamedByItsKindAndLocation() {
        struct Own: MiddlewareProtocol {
            func receiveContext(getState: @escaping GetState<ShopState>, output: AnyActionHandler<ShopAction>) {
                output.post(.rule, .rule(.here(kind: "own", text: "secret", key: "secret"), uses: 1))
            }

            func handle(
                action: ShopAction,
                from source: ActionSource,
                state: @escaping GetState<ShopState>
            ) -> IO<ShopAction> { .pure() }
        }
        let recorder = Recorder<ShopAction, ShopState>(redacting: { $0 })
        let store = Store(initialState: ShopState(), reducer: .shop, middleware: Own() <> recorder.middleware)
        let recording = recorder.recording()
        #expect(recording.coverage.rules.map(\.text).count == 1)
        var dumped = ""
        dump(recording, to: &dumped)
        #expect(!dumped.contains("secret"))
        extendLifetime(store)
    }

    @Test func testListsTheRedactedActions() throws {
        let recorder = Recorder<ShopAction, ShopState>(redacting: { _ in .add("-", amount: 1) })
        let shop = RecordedShop(recorder)
        shop.store.dispatch(.add("tea", amount: 1))
        let source = try recorder.recording().testSource(named: "shop", from: "ShopState()")
        #expect(
            source.contains(
                """
                // Fill in the redacted values of these actions, and of the states:
                //     1 add("-", amount: 1)

                import
                """
            )
        )
        let other = RecordedShop()
        other.store.dispatch(.add("tea", amount: 1))
        #expect(try !other.recording.testSource(named: "shop").contains("Fill in"))
    }

    /// States are redacted themselves.
    ///
    /// They are not computed from redacted actions.
    @Test func redactedStatesComeFromTheStore() {
        let recorder = Recorder<ShopAction, ShopState>(redactingState: { state in
            var state = state
            state.amounts["secret"] = nil
            return state
        })
        let shop = RecordedShop(recorder)
        for name in ["tea", "secret", "milk"] { shop.store.dispatch(.add(name, amount: 1)) }
        #expect(shop.entries.map(\.change) == [#"amounts["tea"]: inserted 1"#, "", #"amounts["milk"]: inserted 1"#])
        #expect(shop.actions == [.add("tea", amount: 1), .add("secret", amount: 1), .add("milk", amount: 1)])
    }
}
