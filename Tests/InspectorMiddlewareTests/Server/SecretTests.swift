// SPDX-License-Identifier: MIT

import Foundation
import InspectorMiddleware
import RexCore
import RexTestSupport
import Testing

import class RecorderMiddleware.Recorder
import struct RecorderMiddleware.Recording
import enum RecorderMiddleware.RecordedStates
import enum RecorderMiddleware.RecordingFormat

/// Redacted secrets are nowhere: in no format, in no answer of an inspector, in no file, and not on standard error.
@Suite struct SecretTests {
    /// Returns the secrets that occur in these texts.
    private func found(in texts: [String]) -> [Int] {
        // Texts are searched by bytes, since that is much faster.
        let texts = texts.map { Data($0.utf8) }
        return (0..<Vault.count).filter { number in
            Vault.forms(number).contains { form in texts.contains { $0.range(of: Data(form.utf8)) != nil } }
        }
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

    /// All answers of an inspector, and the events that it streams.
    private func answers(_ client: Client) throws -> [String] {
        let events = try client.events()
        let stream = try client.stream()
        var texts = try stream.next(events.count + 1).map(\.description)
        let secret = Vault.secret(1)
        var targets = [
            "/", "/pending", "/state", "/state?path=rows", "/state?form=parts", "/state?path=\(secret)", "/\(secret)",
            "/changes?path=password", "/changes?path=rows", "/events?last=1000", "/events?after=0&count=1000",
            "/explain?action=\(secret)", "/state?store=\(secret)", "/events?\(secret)=1",
        ]
        for event in events.map(\.number) {
            targets += ["/explain?event=\(event)", "/state?at=\(event)", "/state?at=\(event)&form=parts"]
        }
        texts += try targets.map { try client.send($0) }.map { $0.head + $0.body }
        for body in [#"{"action":{"logIn":{"_0":3,"x":"\#(secret)"}}}"#, #"{"store":"\#(secret)","action":{}}"#] {
            let reply = try client.post("/dispatch", body)
            texts.append(reply.head + reply.body)
        }
        return try texts + answersOfTools(Assistant(client: client), events.map(\.number))
    }

    /// The answers of all tools, also to questions that contain a secret.
    private func answersOfTools(_ assistant: Assistant, _ events: [Int]) throws -> [String] {
        let secret = Vault.secret(1)
        var calls: [(String, [String: Any])] = [
            ("recent_events", ["count": 200]), ("pending_work", [:]), ("state", [:]), ("state", ["path": secret]),
            ("state", ["store": secret]), ("last_changes", ["path": "rows"]), ("last_changes", ["path": "password"]),
            ("last_changes", ["path": secret]), ("explain_event", ["action": secret]),
            ("recent_events", ["text": secret]),
            ("recent_events", ["type": secret]), ("state", [secret: 1]),
            ("dispatch_action", ["action": ["logIn": ["_0": 3, "x": secret]]]), ("dispatch_action", ["action": secret]),
        ]
        for name in ["", "a", "e", "i", "swift", secret] { calls.append(("why_not", ["name": name])) }
        for event in events {
            calls += [("explain_event", ["event": event]), ("state", ["event": event])]
            calls.append(("compare_events", ["first": events[0], "second": event]))
        }
        return try calls.map { try assistant.call($0, $1).text }
    }

    @Test(arguments: states, [true, false])
    func redactedSecretsAreInNoAnswer(states: RecordedStates, isInFile: Bool) async throws {
        let folder = try TemporaryFolder()
        let recorder =
            isInFile
            ? Vault.Recorder(
                file: folder.file("vault.rex"),
                keeping: states,
                redacting: { $0.redacted },
                redactingState: Self.redactedState
            ) : Vault.Recorder(keeping: states, redacting: { $0.redacted }, redactingState: Self.redactedState)
        let dispatching = Inspector.Permission.dispatch(on: .immediate)
        let inspector = try Inspector(
            recorder,
            allowing: dispatching,
            assistants: dispatching,
            allowingReleaseBuilds: true
        )
        await Vault.run(recorder)
        let texts = try answers(Client(inspector))
        #expect(texts.count > 60)
        #expect(found(in: texts) == [])
    }

    /// Nothing is printed of a recorder whose file cannot be created, of a replay, or of an inspector.
    @Test func redactedSecretsAreNotOnStandardError() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let recorder = Vault.Recorder(
                file: "/dev/null/vault.rex",
                keeping: .all,
                redacting: { $0.redacted },
                redactingState: { $0.redacted }
            )
            let inspector = try Inspector(recorder, allowingReleaseBuilds: true)
            await Vault.run(recorder)
            _ = try Client(inspector).events()
            _ = try? recorder.recording().replay(
                from: VaultState(),
                reducer: .reduce { _, state in state.password += "." }
            )
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        for part in ["Recording in memory only", "The inspector is at", "is replayed"] { #expect(text.contains(part)) }
        // The effect prints its own error.
        let lines = text.split(separator: "\n").filter { !$0.hasPrefix("Rex: Effect at ") }
        #expect(lines.count >= 3)
        #expect(found(in: lines.map(String.init)) == [])
    }

    /// A new reader of values has to pass the door too.
    @Test func valuesHaveOneDoor() throws {
        let folder = Repository.root.appending(path: "Sources/RecorderMiddleware/Recorder")
        var callers: [String: Int] = [:]
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        where file.lastPathComponent != "Redaction.swift" {
            let code = try String(contentsOf: file, encoding: .utf8)
            let count = code.matches(of: /redaction\.(kept|text|writing)/).count
            if count > 0 { callers[file.lastPathComponent] = count }
            // These read values, which must have passed the door.
            let readers = code.matches(of: /ValueText|Mirror\(|\\\(error\)|String\((describing|reflecting):|\.encode\(/)
            #expect(readers.map(\.output.0) == [], "\(file.lastPathComponent)")
        }
        #expect(
            callers == [
                "Recorder.swift": 2, "Recorder+Inspection.swift": 1, "Recorder+Runs.swift": 5,
                "RecorderMiddleware.swift": 5,
            ]
        )
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
        let inspector = try Inspector(memory, assistants: .dispatch(on: .immediate), allowingReleaseBuilds: true)
        // The texts of rules are only in the coverage of a recorder in memory.
        let withoutRules = (0..<Vault.count).filter { $0 != 26 }
        let inAnswers = found(in: try answers(Client(inspector)))
        #expect(inAnswers == withoutRules)
        let file = try Recording<VaultAction, VaultState>(file: path)
        let inFile = found(in: texts(file))
        #expect(inFile == withoutRules)
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
}
