// SPDX-License-Identifier: MIT

import RexTestSupport
import Testing

/// A misspelt key path in a call with many overloads gives an error that names it.
@Suite struct MisspeltKeyPathTests {
    struct Snippet: Sendable, CustomStringConvertible {
        let code: String
        let error: String
        var description: String { code }

        init(_ code: String, error: String) {
            self.code = code
            self.error = error
        }

        init(_ code: String, missing: String) {
            self.init(code, error: "has no member '\(missing)'")
        }
    }

    static let effects = [
        Snippet(#".on(\.typde) { text, effect in effect.send(.failed(text)) }"#, missing: "typde"),
        Snippet(#".on(\.typde) { effect in effect.send(.cleared) }"#, missing: "typde"),
        Snippet(
            #".on(\.typde, .latest) { text, effect in effect.send(.failed(text)) } catch: { error, _ in .failed("\(error)") }"#,
            missing: "typde"
        ),
        Snippet(
            #".on(\.typde) { text, effect in effect.send(.failed(text)) } catch: { error, text in .failed(text) }"#,
            missing: "typde"
        ),
        Snippet(
            #".on(\.opnd, .latest.by(\.id)) { row, effect in effect.send(.cleared) } catch: { _, _ in .cleared }"#,
            missing: "opnd"
        ),
        Snippet(#".cancel(on: \.claered)"#, missing: "claered"),
        Snippet(#".cancel("name", on: \.claered)"#, missing: "claered"),
        Snippet(#".cancel("name", on: \.opnd, by: { $0 })"#, missing: "opnd"),
        Snippet(#".during(\.rommID) { room, effect in effect.send(.cleared) }"#, missing: "rommID"),
        Snippet(#".during(\.flga) { effect in effect.send(.cleared) }"#, missing: "flga"),
        Snippet(#".during(\.rommID) { _, effect in effect.send(.cleared) } catch: { _, _ in nil }"#, missing: "rommID"),
        Snippet(#".forEach(\.rows_) { row, effect in effect.send(.cleared) }"#, missing: "rows_"),
        Snippet(
            #".forEach(\.rows_) { row, effect in effect.send(.cleared) } catch: { _, _ in nil }"#,
            missing: "rows_"
        ),
    ]

    static let bridges = [
        Snippet(#".bridge(\.claered --> .done)"#, missing: "claered"),
        Snippet(#".bridge(\AppAction.isDnoe --> AppAction.cleared)"#, missing: "isDnoe"),
        Snippet(#".bridge(\AppAction.typde --> { text in AppAction.failed(text) })"#, missing: "typde"),
        Snippet(#".bridge(\AppAction.typde --> { .failed($0) })"#, missing: "typde"),
        Snippet(#".bridge(\AppAction.claered --> AppAction.done, when: \.flag)"#, missing: "claered"),
        Snippet(#".bridge(\AppAction.cleared --> AppAction.done, when: \.flga)"#, missing: "flga"),
        Snippet(#".bridge(\AppAction.opnd >=> \Row.even --> AppAction.done)"#, missing: "opnd"),
        Snippet(#".bridge(\AppAction.opened >=> \Row.evne --> AppAction.done)"#, missing: "evne"),
    ]

    private func expectError(of snippet: Snippet, in code: String) throws {
        let outcome = try Compiler.check(RuleSource.declarations + code, for: .types, deadline: 60)
        #expect(outcome.diagnostics.contains("error: value of type"), "\(outcome.diagnostics)")
        #expect(outcome.diagnostics.contains(snippet.error), "\(outcome.diagnostics)")
    }

    @Test(arguments: effects)
    func misspeltKeyPathOfAnEffectIsNamed(snippet: Snippet) throws {
        try expectError(of: snippet, in: "let rules = Effects()\(snippet.code)")
    }

    @Test(arguments: bridges)
    func misspeltKeyPathOfABridgeIsNamed(snippet: Snippet) throws {
        try expectError(of: snippet, in: "let rules = Bridges()\(snippet.code)")
    }

    @Test(arguments: [
        Snippet(
            #"let path = \AppAction.typed; let rules = Effects().on(path) { text, effect in effect.send(.failed(text)) }"#,
            error: "cannot convert value of type 'any KeyPath<AppAction, String?> & Sendable'"
        ),
        Snippet(
            #"let path = \AppAction.cleared; let rules = Bridges().bridge(path --> AppAction.done)"#,
            error: "write { $0[keyPath: path] } for its value"
        ),
    ])
    func keyPathInAVariableIsRejected(snippet: Snippet) throws {
        let outcome = try Compiler.check(RuleSource.declarations + snippet.code, for: .types, deadline: 60)
        #expect(!outcome.succeeded)
        #expect(outcome.diagnostics.contains(snippet.error), "\(outcome.diagnostics)")
    }
}
