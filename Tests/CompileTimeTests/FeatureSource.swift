// SPDX-License-Identifier: MIT

/// Generates the source of an app that lifts and joins many features in one expression.
struct FeatureSource: Sendable, CustomStringConvertible {
    enum Kind: String, Sendable, CaseIterable {
        case reducers, middlewares, readers, features, joinedFeatures, presentations
    }

    enum Form: String, Sendable, CaseIterable { case chain, list, builder }
    enum Root: String, Sendable, CaseIterable { case explicit, inferred }

    let kind: Kind
    let form: Form
    let root: Root

    static let all = Kind.allCases.flatMap { kind in
        Form.allCases.flatMap { form in Root.allCases.map { FeatureSource(kind: kind, form: form, root: $0) } }
    }

    var description: String { "\(kind), \(form), \(root) roots" }

    func text(features count: Int) -> String {
        let numbers = 0..<count
        return """
            import RexCore
            import RexNavigation
            struct World: Sendable {
            \(numbers.map { "  var dependency\($0) = \($0)" }.joined(separator: "\n"))
            }
            struct AppState: Sendable {
            \(numbers.map { "  var part\($0) = \(state)" }.joined(separator: "\n"))
            }
            struct Parts: Sendable { var first = 0, second = 0 }
            enum AppAction: Sendable {
            \(numbers.map { "  case part\($0)(\(payload($0))), result\($0)(Int)" }.joined(separator: "\n"))
            \(numbers.map {
                "  var part\($0): \(payload($0))? { if case .part\($0)(let action) = self { action } else { nil } }"
            }.joined(separator: "\n"))
              struct Prisms: Sendable {
            \(numbers.map {
                "    var part\($0): CasePath<AppAction, \(payload($0))> { CasePath(extract: \\.part\($0), embed: AppAction.part\($0)) }"
            }.joined(separator: "\n"))
              }
              static var prisms: Prisms { Prisms() }
            }
            struct Part<Action>: MiddlewareProtocol, Sendable {
              func handle(action: Action, from dispatcher: ActionSource, state: @escaping GetState<Int>) -> IO<Action> {
                .pure()
              }
            }
            \(numbers.map(declaration).joined(separator: "\n"))
            func app() -> \(type) {
            \(expression(of: numbers.map(part)))
            }
            """
    }

    private var state: String { kind == .presentations ? "Presented<Int>()" : "0" }

    private func payload(_ number: Int) -> String {
        kind == .presentations ? "PresentationAction<Action\(number)>" : "Action\(number)"
    }

    private var type: String {
        switch kind {
        case .reducers: "Reducer<AppAction, AppState>"
        case .middlewares: "ComposedMiddleware<AppAction, AppAction, AppState>"
        case .readers: "MiddlewareReader<World, ComposedMiddleware<AppAction, AppAction, AppState>>"
        case .features, .joinedFeatures, .presentations: "Feature<AppAction, AppState, World>"
        }
    }

    private func expression(of parts: [String]) -> String {
        switch form {
        case .chain: parts.joined(separator: "\n<> ")
        case .list: ".combine(\n\(parts.joined(separator: ",\n")))"
        case .builder: ".combine {\n\(parts.joined(separator: "\n"))\n}"
        }
    }

    private func declaration(_ number: Int) -> String {
        let action = "enum Action\(number): Sendable { case go }"
        switch kind {
        case .reducers:
            return action
                + "\nlet part\(number) = Reducer<Action\(number), Int>.reduce { _, state in state += 1 }"
        case .middlewares: return action + "\nlet part\(number) = Part<Action\(number)>()"
        case .readers:
            return action
                + "\nlet part\(number) = MiddlewareReader<Int, Part<Action\(number)>> { _ in Part() }"
        case .features:
            return action + "\nlet part\(number) = Feature<Action\(number), Int, Int> { _, state in state += 1 }"
        case .presentations:
            return """
                enum Action\(number): Sendable { case done(Int); var done: Int? { if case .done(let it) = self { it } else { nil } } }
                let part\(number) = Feature<Action\(number), Int, Int> { _, state in state += 1 }
                """
        case .joinedFeatures:
            return action
                + "\nlet part\(number) = Feature<Action\(number), Parts, Int> { _, state in state.first += 1 }"
        }
    }

    private func part(_ number: Int) -> String {
        func path(_ root: String, _ name: String) -> String {
            self.root == .explicit ? "\\\(root).\(name)" : "\\.\(name)"
        }
        let action = path("AppAction", "part\(number)")
        let state = path("AppState", "part\(number)")
        switch kind {
        case .reducers: return "part\(number).lift(action: \(action), state: \(state))"
        case .middlewares:
            return "part\(number).lift(inputAction: \(action), outputAction: AppAction.part\(number), state: \(state))"
        case .readers:
            return """
                part\(number).lift(inputAction: \(action), outputAction: AppAction.part\(number), state: \(state), \
                dependencies: \(path("World", "dependency\(number)")))
                """
        case .features:
            return """
                part\(number).lift(case: AppAction.prisms.part\(number), state: \(state), \
                dependencies: \(path("World", "dependency\(number)")))
                """
        case .presentations:
            return """
                part\(number).liftToPresented(case: AppAction.prisms.part\(number), state: \(state), \
                ends: \(path("Action\(number)", "done")), sending: AppAction.result\(number), \
                dependencies: \(path("World", "dependency\(number)")))
                """
        case .joinedFeatures:
            return """
                part\(number).lift(dependencies: \(path("World", "dependency\(number)")))\
                .lift(case: AppAction.prisms.part\(number), joinedState: JoinedPath(Parts(), \
                .part(\(state), as: \\.first), .part(\(path("AppState", "part\(number == 0 ? 1 : 0)")), as: \\.second)))
                """
        }
    }
}
