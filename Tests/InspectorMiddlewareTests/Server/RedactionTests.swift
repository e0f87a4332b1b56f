// SPDX-License-Identifier: MIT

import EffectMiddleware
import Foundation
import GatedMiddleware
import InspectorMiddleware
import RexCore
import Testing

import class RecorderMiddleware.Recorder

private enum SafeAction: Codable, Equatable, Sendable {
    case logIn(String)
    case load(String)
    case leave
    case gated(String)

    var load: String? { if case .load(let text) = self { text } else { nil } }
    var isLeave: Bool { self == .leave }

    var redacted: SafeAction {
        switch self {
        case .logIn: .logIn("-")
        case .load: .load("-")
        case .gated: .gated("-")
        case .leave: .leave
        }
    }
}

private struct SafeState: Codable, Equatable, Sendable {
    var password = ""
    var keys: [String: Int] = [:]
    var isOpen = true
}

private struct SafeError: Error, CustomStringConvertible { let description: String }

/// Redacted values.
@Suite struct RedactionTests {
    private static func forms(of secret: String) -> [String] {
        let bytes = Data(secret.utf8)
        // Base64 of a text within another one depends on its position.
        let base64 = (0..<3).map { offset in
            String(
                (Data(repeating: 0x20, count: offset) + bytes).base64EncodedString().dropFirst(offset + 1).prefix(36)
            )
        }
        return [secret, String(secret.reversed())] + base64 + [
            bytes.map { String($0, radix: 16) }.joined(), bytes.map { String(format: "%%%02X", $0) }.joined(),
            bytes.map { String(format: "\\u00%02x", $0) }.joined(), bytes.map { "&#\($0);" }.joined(),
        ]
    }

    @Test func redactedValueIsInNoAnswer() async throws {
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        let secret = String((0..<32).map { _ in letters[.random(in: 0..<letters.count)] })
        let recorder = Recorder<SafeAction, SafeState>(
            redacting: { $0.redacted },
            redactingState: { SafeState(password: "-", isOpen: $0.isOpen) }
        )
        let effects = EffectMiddleware<SafeAction, SafeAction, SafeState>()
            .on(\.load, .first.by { $0 }) { text, _ in
                if text.hasSuffix("fail") { throw SafeError(description: text) }
                try await Task.sleep(for: .seconds(1_000))
            }
            .cancel(on: \.isLeave)
        let store = Store(
            initialState: SafeState(),
            reducer: Reducer<SafeAction, SafeState>.reduce { action, state in
                if case .logIn(let password) = action {
                    state.password = password
                    state.keys[password] = 1
                }
            },
            middleware: effects.composition <> recorder.middleware
        )
        let inspector = try Inspector(recorder, allowing: .dispatch(on: .immediate), allowingReleaseBuilds: true)
        let client = try Client(inspector)
        let stream = try client.stream()
        store.dispatch(.logIn(secret), info: secret)
        for text in [secret, secret, secret + "fail"] { store.dispatch(.load(text)) }
        let body = #"{"action": {"gated": {"_0": "\#(secret)"}}}"#
        var answers = [try client.post("/dispatch", body)]
        answers.append(try client.post("/dispatch", #"{"action": {"logIn": {"_0": 3, "x": "\#(secret)"}}}"#))
        answers.append(try client.post("/dispatch", #"{"store": "\#(secret)", "action": {"leave": {}}}"#))
        for target in [
            "/pending", "/", "/nothing/\(secret)", "/state?at=\(secret)", "/state?at=1&path=keys%5B%22\(secret)%22%5D",
        ] {
            answers.append(try client.send(target))
        }
        answers.append(try client.send("/pending", ["Origin": secret]))
        answers.append(try client.send(secret, "/pending", [:]))
        store.dispatch(.leave)
        await store.settled()
        let events = try client.events()
        #expect(events.count > 8 && events.contains { $0.type == "ignored" })
        for number in 1...events.count {
            answers.append(try client.send("/explain?event=\(number)"))
            answers.append(try client.send("/state?at=\(number)"))
            answers.append(try client.send("/state?at=\(number)&form=parts"))
            answers.append(try client.send("/state?at=\(number)&path=keys"))
            answers.append(try client.send("/state?at=\(number)&path=password.text"))
            answers.append(try client.send("/changes?path=keys&before=\(number)"))
        }
        answers.append(try client.send("/events?count=1000"))
        answers.append(try client.send("/events?last=1000&type=action,run,ignored"))
        for query in ["type=\(secret)", "\(secret)=1"] { answers.append(try client.send("/events?last=1&\(query)")) }
        answers.append(try client.send("/explain?action=\(secret)&store=\(secret)"))
        let texts = answers.map { $0.head + $0.body } + (try stream.next(events.count + 1)).map(\.description)
        #expect(answers.contains { $0.status == 200 && $0.body.contains(#""password":"-""#) })
        for text in texts {
            for form in Self.forms(of: secret) { #expect(!text.lowercased().contains(form.lowercased())) }
        }
    }
}
