// SPDX-License-Identifier: MIT

/// Generates the source of an app that lifts and joins many features in one expression.
struct FeatureSource: Sendable, CustomStringConvertible {
    enum Composition: String, Sendable, CaseIterable { case chain, list, builder }
    enum Root: String, Sendable, CaseIterable { case explicit, inferred }

    let form: LiftForm
    let composition: Composition
    let root: Root

    static func all(_ compositions: [Composition]) -> [FeatureSource] {
        LiftForm.allCases.flatMap { form in
            compositions.flatMap { composition in
                Root.allCases.map { FeatureSource(form: form, composition: composition, root: $0) }
            }
        }
    }

    var description: String { "\(form), \(composition), \(root) roots" }

    func text(lifts count: Int) -> String {
        """
        \(Self.declarations(of: form, lifts: count))
        func app() -> \(form.type) {
        \(composed((0..<count).map { Self.numbered(spelling, $0) }))
        }
        """
    }

    /// The text of all types and parts, without their composition.
    static func declarations(of form: LiftForm, lifts count: Int) -> String {
        func each(_ line: String) -> String {
            (0..<count).map { numbered(line, $0) }.joined(separator: "\n")
        }
        return """
            import RexCore
            import RexNavigation
            struct World: Sendable {
            \(each("var dependency# = #"))
            }
            \(form == .enumCase ? "enum" : "struct") AppState: Sendable {
            \(each(form.state))
            \(form == .enumCase ? prisms(each(path("AppState", "Int"))) : "")
            }
            enum AppAction: Sendable {
            \(each("case part#(\(form.payload)), result#(Int)"))
            \(prisms(each(path("AppAction", form.payload))))
            \(each("var part#: \(form.payload)? { if case .part#(let action) = self { action } else { nil } }"))
            }
            struct Row: Sendable, Identifiable { let id: Int; var value = 0 }
            struct Parts: Sendable { var first = 0, second = 0 }
            struct Part<Action>: MiddlewareProtocol, Sendable {
              func handle(action: Action, from source: ActionSource, state: @escaping GetState<Int>) -> IO<Action> { .pure() }
            }
            \(each(action))
            \(form == .enumProperty ? each(screen) : "")
            \(each(form.part))
            """
    }

    private static let action = """
        enum Action#: Sendable {
          case done(Int), cancelled
          var done: Int? { if case .done(let it) = self { it } else { nil } }
          var isCancelled: Bool { if case .cancelled = self { true } else { false } }
        }
        """

    private static let screen = """
        enum Screen#: Sendable {
          case open(Int), closed
          struct Prisms: Sendable {
            var open: CasePath<Screen#, Int> {
              CasePath(extract: { if case .open(let it) = $0 { it } else { nil } }, embed: Screen#.open)
            }
          }
          static var prisms: Prisms { Prisms() }
        }
        """

    private static func prisms(_ paths: String) -> String {
        """
        struct Prisms: Sendable {
        \(paths)
        }
        static var prisms: Prisms { Prisms() }
        """
    }

    private static func path(_ type: String, _ payload: String) -> String {
        """
        var part#: CasePath<\(type), \(payload)> {
          CasePath(extract: { if case .part#(let it) = $0 { it } else { nil } }, embed: \(type).part#)
        }
        """
    }

    private var spelling: String {
        switch root {
        case .explicit: form.spelling
        case .inferred: form.spelling.replacing(/\\[A-Z]\w*#?\./, with: "\\.")
        }
    }

    private static func numbered(_ text: String, _ number: Int) -> String {
        text.replacing("#", with: "\(number)")
    }

    private func composed(_ lifts: [String]) -> String {
        switch composition {
        case .chain: lifts.joined(separator: "\n<> ")
        case .list: ".combine(\n\(lifts.joined(separator: ",\n")))"
        case .builder: ".combine {\n\(lifts.joined(separator: "\n"))\n}"
        }
    }
}
