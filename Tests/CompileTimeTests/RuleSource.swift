// SPDX-License-Identifier: MIT

/// Generates the source of a feature with many rules of one form in one expression.
struct RuleSource: Sendable, CustomStringConvertible {
    let rule: String
    let type: String
    var description: String { rule }

    static let bridges = [
        #".bridge(\AppAction.cleared --> AppAction.done)"#,
        #".bridge(\.cleared --> .done)"#,
        #".bridge(\AppAction.typed --> { text in AppAction.failed(text) })"#,
        #".bridge(\AppAction.typed --> { .failed($0) })"#,
        #".bridge(\AppAction.toggled --> AppAction.toggled)"#,
        #".bridge(\AppAction.isDone --> AppAction.cleared)"#,
        #".bridge(\.isDone --> .cleared)"#,
        #".bridge(\AppAction.isDone --> { _ in .cleared })"#,
        #".bridge({ $0 == .done } --> AppAction.cleared)"#,
        #".bridge(\AppAction.cleared --> AppAction.done, when: \.flag)"#,
        #".bridge(\AppAction.isDone --> AppAction.cleared, when: { $0().flag })"#,
        #".bridge(\AppAction.opened >=> \Row.even --> AppAction.done)"#,
    ].map { RuleSource(rule: $0, type: "Bridges") }

    static let effects = [
        #".on(\.typed) { text, effect in effect.send(.failed(text)) }"#,
        #".on(\.opened, .latest.by(\.id)) { row, effect in effect.send(.done) } catch: { error, _ in .failed("\(error)") }"#,
        #".on(\.opened, .latest.by(\.id)) { row, effect in effect.send(.done) } catch: { error, row in .failed("\(row)") }"#,
        #".on(\.isDone) { effect in effect.send(.cleared) }"#,
        #".on(\.cleared) { effect in effect.send(.done) }"#,
        #".cancel(on: \.cleared)"#,
        #".cancel(on: \.isDone)"#,
        #".cancel("name", on: \.isDone)"#,
        #".cancel("name", on: \.opened, by: \.id)"#,
        #".during(\.roomID) { room, effect in effect.send(.done) }"#,
        #".during(\.flag) { effect in effect.send(.done) }"#,
        #".forEach(\.rows) { row, effect in effect.send(.done) }"#,
    ].map { RuleSource(rule: $0, type: "Effects") }

    static let declarations = """
        import BridgeMiddleware
        import EffectMiddleware
        import RexCore
        enum AppAction: Sendable, Equatable {
          case typed(String), opened(Int), toggled(Bool), failed(String), cleared, done
          var typed: String? { if case .typed(let text) = self { text } else { nil } }
          var opened: Row? { if case .opened(let id) = self { Row(id: id) } else { nil } }
          var toggled: Bool? { if case .toggled(let isOn) = self { isOn } else { nil } }
          var cleared: Void? { if case .cleared = self { () } else { nil } }
          var isDone: Bool { self == .done }
        }
        struct Row: Sendable, Hashable, Identifiable {
          var id: Int
          var even: Void? { id.isMultiple(of: 2) ? () : nil }
        }
        struct AppState: Sendable { var roomID: Int?; var flag = false; var rows: [Int] = [] }
        typealias Bridges = BridgeMiddleware<AppAction, AppAction, AppState>
        typealias Effects = EffectMiddleware<AppAction, AppAction, AppState>

        """

    func text(rules count: Int) -> String {
        Self.text(Array(repeating: self, count: count))
    }

    /// Returns the source of one expression with these rules, in order.
    static func text(_ rules: [RuleSource]) -> String {
        declarations + "let rules = \(rules.first?.type ?? "Bridges")()\n" + rules.map(\.rule).joined(separator: "\n")
    }

    /// Returns the source of a feature whose effects have these rules, one per statement.
    static func feature(_ rules: [RuleSource]) -> String {
        declarations + """
            struct World: Sendable {}
            let feature = Feature<AppAction, AppState, World> { action, state in state.flag = action.isDone } effects: {
              effects, world in

            """ + rules.map { "effects\($0.rule)" }.joined(separator: "\n") + "\n}"
    }
}
