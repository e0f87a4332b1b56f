// SPDX-License-Identifier: MIT

import EffectMiddleware
import RexCore

struct Row: Sendable, Identifiable {
    let id: Int
}

enum SearchAction: Sendable, Equatable {
    case typed(String)
    case found([String])
    case failed(String)
    case opened(Int)
    case loaded(Int, String)
    case cleared
    case received(String)
    case refresh(Int)

    var typed: String? { if case .typed(let text) = self { text } else { nil } }
    var opened: Row? { if case .opened(let id) = self { Row(id: id) } else { nil } }
    var cleared: Void? { if case .cleared = self { () } else { nil } }
}

struct SearchState: Sendable {
    var roomID: Int?
    var visibleRows: [Int] = []
    var actions: [SearchAction] = []
}

struct SearchAPI: Sendable {
    let find: @Sendable (String) async throws -> [String]
    let load: @Sendable (Int) async throws -> String
    let messages: @Sendable (_ room: Int) -> AsyncThrowingStream<String, any Error>

    func messages(in room: Int) -> AsyncThrowingStream<String, any Error> { messages(room) }
}

/// The example of the contract, verbatim.
extension EffectMiddleware
where InputActionType == SearchAction, OutputActionType == SearchAction, StateType == SearchState {
    static func search(_ api: SearchAPI) -> EffectMiddleware {
        EffectMiddleware()
            .on(\.typed, .latest.debounced(for: .milliseconds(300))) { text, effect in
                effect.send(.found(try await api.find(text)))
            } catch: { error, _ in
                .failed(String(describing: error))
            }
            .on(\.opened, .latest.by(\.id)) { row, effect in
                effect.send(.loaded(row.id, try await api.load(row.id)))
            }
            .cancel(on: \.cleared)
            .during(\.roomID) { room, effect in
                for try await message in api.messages(in: room) { effect.send(.received(message)) }
            }
            .forEach(\.visibleRows) { id, effect in
                while true {
                    try await effect.sleep(for: .seconds(5))
                    effect.send(.refresh(id))
                }
            }
    }
}
