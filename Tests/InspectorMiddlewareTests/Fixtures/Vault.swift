// SPDX-License-Identifier: MIT

import BridgeMiddleware
import EffectMiddleware
import Foundation
import GatedMiddleware
import PublisherMiddleware
import RequestMiddleware
import RexCore
import RexNavigation
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
    case store(VaultBox)
    case request(RequestAction<String, String>)
    case present(String)

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
        case .store: .store(VaultBox())
        case .request: .request(.cancel)
        case .present: .present("-")
        case .open: self
        }
    }
}

/// Values of several forms.
struct VaultBox: Codable, Equatable, Sendable {
    var counts: [String: Int] = [:]
    var names: [Int: String] = [:]
    var tags: Set<String> = []
    var maybe: String??
    var lists: [[String]] = []
    var link: URL?
    var date: Date?
    var bytes: Data?
    var text = ""
    var described = Described()
    var debugged = Debugged()
    var reflected = Reflected()

    /// A value whose description has a secret that its parts lack.
    struct Described: Codable, Equatable, Sendable, CustomStringConvertible {
        var isSet = false
        var description: String { isSet ? Vault.secret(21) : "-" }
    }

    struct Debugged: Codable, Equatable, Sendable, CustomDebugStringConvertible {
        var isSet = false
        var debugDescription: String { isSet ? Vault.secret(22) : "-" }
    }

    struct Reflected: Codable, Equatable, Sendable, CustomReflectable {
        var isSet = false
        var customMirror: Mirror { Mirror(self, children: ["part": isSet ? Vault.secret(23) : "-"]) }
    }

    static var full: VaultBox {
        VaultBox(
            counts: [Vault.secret(13): 1],
            names: [1: Vault.secret(14)],
            tags: [Vault.secret(15)],
            maybe: Vault.secret(16),
            lists: [[Vault.secret(17)]],
            link: URL(string: "https://example.org/?token=\(Vault.secret(18))"),
            date: Vault.date,
            bytes: Data(Vault.secret(20).utf8),
            text: "\"\n%\(Vault.secret(31))",
            described: Described(isSet: true),
            debugged: Debugged(isSet: true),
            reflected: Reflected(isSet: true)
        )
    }
}

/// An error whose text is not part of its value.
struct VaultFailure: LocalizedError, CustomStringConvertible {
    var description: String { Vault.secret(24) }
    var errorDescription: String? { Vault.secret(24) }
}

/// A derivation that writes no text without values.
struct VaultDerivation: ActionDerivation {
    var step: ActionSource.Step { .here(kind: "vault", text: Vault.secret(30), key: Vault.secret(30)) }
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
    var box = VaultBox()
    var request = Request<String, String>()
    var sheet = Presented<String>()

    var redacted: VaultState { VaultState(password: "-", rows: rows.map { _ in Row(id: "-") }, isOpen: isOpen) }
}

/// A store that gets a secret in each possible value.
enum Vault {
    typealias Recorder = RecorderMiddleware.Recorder<VaultAction, VaultState>
    typealias Middleware = AnyMiddleware<VaultAction, VaultAction, VaultState>
    typealias Local = AnyMiddleware<VaultAction.Inner, VaultAction.Inner, VaultState.Row>

    /// The number of secrets.
    static let count = 32

    static func secret(_ number: Int) -> String { "SECRET\(number)." }

    /// The secret 19.
    static let date = Date(timeIntervalSinceReferenceDate: 123_456_789)

    /// The texts that a secret may have.
    static func forms(_ number: Int) -> [String] {
        switch number {
        case 19: ["123456789", "\(date)"]
        case 20:
            [
                secret(20), Data(secret(20).utf8).base64EncodedString(),
                secret(20).utf8.map { "\($0)" }.joined(separator: ","),
                secret(20).utf8.map { "\($0)" }.joined(separator: ", "),
            ]
        default: [secret(number)]
        }
    }

    private static let reducer = Reducer<VaultAction, VaultState>.reduce { action, state in
        switch action {
        case .logIn(let password): state.password = password
        case .open(let isOpen): state.isOpen = isOpen
        case .store(let box): state.box = box
        case .present(let text): state.sheet.present(text)
        case .loggedIn, .inner, .row, .unencodable, .request: break
        }
    }

    private static let requests = Feature<_, _, Void>.request { (_: String, _: Void) -> String in
        throw VaultError(text: secret(28))
    }
    .lift(
        case: CasePath(
            extract: { (action: VaultAction) in if case .request(let action) = action { action } else { nil } },
            embed: VaultAction.request
        ),
        state: \VaultState.request
    )

    /// Effects with keys that time out or fail.
    private static var effects: EffectMiddleware<VaultAction.Inner, VaultAction.Inner, VaultState.Row> {
        EffectMiddleware()
            .on(\.ask, .first.by { $0 }) { text, _ in
                if text == secret(3) { throw VaultError(text: secret(4)) }
                if text == "fail" { throw VaultFailure() }
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

    /// A run whose key is a part of the state.
    private static var keyed: Middleware {
        EffectMiddleware<VaultAction, VaultAction, VaultState>()
            .during({ $0.password == secret(1) ? secret(25) : nil }) { _, _ in }
            .composition
    }

    /// Declares a rule, and answers with a derivation of its own.
    private struct Deriving: MiddlewareProtocol {
        func receiveContext(getState: @escaping GetState<VaultState>, output: AnyActionHandler<VaultAction>) {
            output.post(.rule, .rule(.here(kind: "own", text: secret(26), key: secret(26)), uses: 1))
        }

        func handle(
            action: VaultAction,
            from source: ActionSource,
            state: @escaping GetState<VaultState>
        ) -> IO<VaultAction> {
            guard case .present = action else { return .pure() }
            return .send(.open(true), from: source.derived(by: VaultDerivation()))
        }
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
            reducer: reducer <> requests.reducer,
            middleware: bridge <> lifted(local) <> lifted(effects.composition) <> rows <> namedTasks <> publishers
                <> keyed <> Deriving() <> requests.middleware(()) <> gated <> revoking <> recorder.middleware
        )
        store.dispatch(.logIn(secret(1)), info: secret(2))
        store.dispatch(.inner(.ask(secret(3))))
        await store.settled()
        store.dispatch(.inner(.ask("fail")))
        store.dispatch(.request(.start(secret(27))))
        store.dispatch(.store(.full))
        store.dispatch(.present(secret(29)))
        for await state in store.states where state.request.failure != nil { break }
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
