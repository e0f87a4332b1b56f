// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore
import RexTesting

struct SearchState: Sendable, Equatable {
    var text = ""
    var results: [String] = []
    var message: String?
}

enum SearchAction: Sendable, Equatable {
    case typed(String)
    case cleared
    case found([String])
    case failed(String)

    var typed: String? { if case .typed(let text) = self { text } else { nil } }
    var found: [String]? { if case .found(let results) = self { results } else { nil } }
    var cleared: Void? { if case .cleared = self { () } else { nil } }
}

struct SearchAPI: Sendable {
    var find: @Sendable (String) async throws -> [String]

    /// Searches a single word.
    static let stub = SearchAPI { text in ["swift"].filter { $0.hasPrefix(text) } }
}

struct NoNetwork: Error {}

extension Reducer where ActionType == SearchAction, StateType == SearchState {
    static let search: Reducer = .reduce { action, state in
        switch action {
        case .typed(let text): state.text = text
        case .cleared: state = SearchState()
        case .found(let results): state.results = results
        case .failed(let message): state.message = message
        }
    }
}

extension EffectMiddleware
where InputActionType == SearchAction, OutputActionType == SearchAction, StateType == SearchState {
    static func search(_ api: SearchAPI) -> EffectMiddleware {
        EffectMiddleware()
            .on(\.typed, .latest.debounced(for: .milliseconds(300)), named: "search") { text, effect in
                effect.send(.found(try await api.find(text)))
            } catch: { error, _ in
                .failed("\(error)")
            }
            .cancel(on: \.cleared)
    }
}

func searchStore(
    _ api: SearchAPI = .stub,
    checks: TestChecks = .everything,
    schedule: Schedule = .inOrder,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) -> TestStore<SearchAction, SearchState> {
    TestStore(
        initialState: SearchState(),
        reducer: .search,
        middleware: EffectMiddleware.search(api),
        checks: checks,
        schedule: schedule,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
    )
}
