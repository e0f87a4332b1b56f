// SPDX-License-Identifier: MIT

import BridgeMiddleware
import EffectMiddleware
import GatedMiddleware
import PublisherMiddleware
import RexCore
import RexTestSupport

import class RecorderMiddleware.Recorder
import struct RecorderMiddleware.Recording

/// Actions with a secret in each possible value.
enum VaultAction: Codable, Equatable, Sendable {
    case logIn(String)
    case loggedIn(String)
    case inner(Inner)
    case row(ElementIDAction<String, Inner>)
    case unencodable(Unencodable)
    case open(Bool)

    enum Inner: Codable, Equatable, Sendable {
        case ask(String)
        case answer(String)
        case stop

        var ask: String? { if case .ask(let text) = self { text } else { nil } }
    }

    struct Unencodable: Codable, Equatable, Sendable {
        var text: String

        func encode(to encoder: any Encoder) throws { throw VaultError(text: text) }
    }

    var inner: Inner? { if case .inner(let inner) = self { inner } else { nil } }
    var row: ElementIDAction<String, Inner>? { if case .row(let row) = self { row } else { nil } }

    /// The action without its secret.
    var redacted: VaultAction {
        func redacted(_ inner: Inner) -> Inner {
            switch inner {
            case .ask: .ask("-")
            case .answer: .answer("-")
            case .stop: .stop
            }
        }
        return switch self {
        case .logIn: .logIn("-")
        case .loggedIn: .loggedIn("-")
        case .inner(let inner): .inner(redacted(inner))
        case .row(let row): .row(ElementIDAction(id: "-", action: redacted(row.action)))
        case .unencodable: .unencodable(Unencodable(text: "-"))
        case .open: self
        }
    }
}

struct VaultError: Error {
    let text: String
}

struct VaultState: Codable, Equatable, Sendable {
    struct Row: Codable, Equatable, Identifiable, Sendable {
        let id: String
        var text = ""
    }

    var password = ""
    var rows = [Row(id: Vault.secret(0))]
    var isOpen = true

    var redacted: VaultState { VaultState(password: "-", rows: rows.map { _ in Row(id: "-") }, isOpen: isOpen) }
}

/// A store that gets a secret in each possible value.
enum Vault {
    typealias Recorder = RecorderMiddleware.Recorder<VaultAction, VaultState>
    typealias Middleware = AnyMiddleware<VaultAction, VaultAction, VaultState>
    typealias Local = AnyMiddleware<VaultAction.Inner, VaultAction.Inner, VaultState.Row>

    /// The number of secrets.
    static let count = 13

    static func secret(_ number: Int) -> String { "SECRET\(number)." }

    private static let reducer = Reducer<VaultAction, VaultState>.reduce { action, state in
        switch action {
        case .logIn(let password): state.password = password
        case .open(let isOpen): state.isOpen = isOpen
        case .loggedIn, .inner, .row, .unencodable: break
        }
    }

    /// Effects with keys that time out or fail.
    private static var effects: EffectMiddleware<VaultAction.Inner, VaultAction.Inner, VaultState.Row> {
        EffectMiddleware()
            .on(\.ask, .first.by { $0 }) { text, _ in
                if text == secret(3) { throw VaultError(text: secret(4)) }
                try await Task.sleep(for: .seconds(1_000))
            }
            .cancel(on: { $0 == .stop })
    }

    private static var local: Local {
        BridgeMiddleware<VaultAction.Inner, VaultAction.Inner, VaultState.Row>()
            .bridge(\.ask --> { text in text == secret(5) ? .answer("-") : nil }).composition
    }

    /// Answers in a task whose name has the secret.
    private static var namedTasks: Middleware {
        Middleware { action, source, _ in
            guard action == .inner(.ask(secret(6))) else { return .pure() }
            let step = source.derived(by: "Load \(secret(6))", kind: "load")
            return .task(from: step) { $0.dispatch(.inner(.answer("-")), from: step) }
        }
    }

    private static var publishers: Middleware {
        PublisherMiddleware<VaultAction, VaultState> { action in
            guard action == .inner(.ask(secret(7))) else { return nil }
            return TypedPublisherAction(description: secret(7)) { dispatch, _, cancellables in
                Just(VaultAction.inner(.answer("-"))).tap { dispatch($0) }.store(in: &cancellables)
            }
        }
        .composition
    }

    private static func lifted(_ local: Local) -> Middleware {
        local.lift(
            inputAction: \VaultAction.inner,
            outputAction: VaultAction.inner,
            state: { (vault: VaultState) in vault.rows[0] }
        )
    }

    /// Makes each secret occur where a recorder might write it.
    static func run(_ recorder: Recorder) async {
        let kept = Lock<AnyActionHandler<VaultAction>?>(nil)
        let gated = Middleware { _, _, _ in IO { output in kept.withLock { $0 = output } } }
            .gated(state: \VaultState.isOpen)
        let revoking = Middleware { action, _, _ in
            IO { output in
                if action == .loggedIn("wait") {
                    let (revocable, revoke) = output.revocable()
                    revocable.dispatch(.inner(.answer(secret(8))))
                    revoke()
                }
            }
        }
        let bridge = BridgeMiddleware<VaultAction, VaultAction, VaultState>()
            .bridge { action in if case .logIn = action { .loggedIn("-") } else { nil } }
        let rows = effects.lift(
            .case(CasePath(extract: \VaultAction.row, embed: VaultAction.row), each: \VaultState.rows)
        )
        let store = Store(
            initialState: VaultState(),
            reducer: reducer,
            middleware: bridge <> lifted(local) <> lifted(effects.composition) <> rows <> namedTasks <> publishers
                <> gated <> revoking <> recorder.middleware
        )
        store.dispatch(.logIn(secret(1)), info: secret(2))
        store.dispatch(.inner(.ask(secret(3))))
        await store.settled()
        for number in [5, 6, 7, 9, 9] { store.dispatch(.inner(.ask(secret(number)))) }
        for _ in 0...1 { store.dispatch(.row(ElementIDAction(id: secret(0), action: .ask(secret(10))))) }
        store.dispatch(.loggedIn("wait"))
        store.dispatch(.open(false))
        kept.withLock { $0 }?.dispatch(.loggedIn(secret(11)))
        store.dispatch(.unencodable(.init(text: secret(12))))
        store.dispatch(.inner(.stop))
        store.dispatch(.row(ElementIDAction(id: secret(0), action: .stop)))
        await store.settled()
    }
}
