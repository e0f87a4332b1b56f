// SPDX-License-Identifier: MIT

import Foundation
import RecorderMiddleware
import RexCore

/// Recordings in a file, with typical states of apps.
///
/// Recordings with changes are compared with a recording of all states. The others are compared with encoding the
/// action once by Foundation's encoder.
extension Workload {
    static let recordedStates =
        recorded("todos", "one of 100 todos changes", TodoState.self)
        + recorded("rows", "one of 10,000 rows changes", RowState.self)
        + recorded("text", "a letter is added to 1 MB of text", TextState.self)

    private static func recorded<State: RecordedState>(_ name: String, _ work: String, _ type: State.Type) -> [Workload]
    {
        [(RecordedStates.none, "none"), (.changes, "changes"), (.all, "all")].map { keeping, word in
            Workload(
                name: "R2 \(name) \(word)",
                work: "\(work), recorded in a file, \(word == "none" ? "no states" : word)",
                against: keeping == .changes ? "with all states" : "JSONEncoder",
                rounds: 51,
                counted: 200
            ) {
                let store = State.store(keeping)
                let reference = State.store(.all)
                let encoder = JSONEncoder()
                return Contest {
                    for number in 0..<$0 { store.dispatch(State.action(number)) }
                } reference: {
                    for number in 0..<$0 {
                        if keeping == .changes {
                            reference.dispatch(State.action(number))
                        } else {
                            precondition((try? encoder.encode(State.action(number))) != nil)
                        }
                    }
                }
            }
        }
    }
}

private protocol RecordedState: Codable, Sendable {
    associatedtype Action: Codable, Sendable

    init()
    static func action(_ number: Int) -> Action
    mutating func apply(_ action: Action)
}

extension RecordedState {
    static func store(_ states: RecordedStates) -> Store<Action, Self> {
        let path = "/tmp/rex-benchmark-\(getpid())-\(UUID().uuidString).rex"
        let recorder = Recorder<Action, Self>(file: path, keeping: states)
        // Remove the name of the file. The recorder still has it open.
        unlink(path)
        return Store(
            initialState: Self(),
            reducer: .reduce { action, state in state.apply(action) },
            middleware: recorder.middleware
        )
    }
}

private struct TodoState: RecordedState {
    struct Todo: Codable, Sendable {
        let id: Int
        var title: String
        var isDone = false
    }

    enum Action: Codable, Sendable {
        case toggled(id: Int, title: String)
    }

    var todos = (0..<100).map { Todo(id: $0, title: "Something to do now, number \($0)") }
    var filter = "all"
    var isLoading = false
    var draft = ""

    static func action(_ number: Int) -> Action { .toggled(id: number % 100, title: "Something to do now") }
    mutating func apply(_ action: Action) { if case .toggled(let id, _) = action { todos[id].isDone.toggle() } }
}

private struct RowState: RecordedState {
    struct Row: Codable, Sendable {
        let id: Int
        var title: String
        var amount: Double
    }

    enum Action: Codable, Sendable {
        case edited(id: Int, amount: Double)
    }

    var rows = (0..<10_000).map { Row(id: $0, title: "A row with the number \($0)", amount: 0) }

    static func action(_ number: Int) -> Action { .edited(id: number * 7 % 10_000, amount: Double(number) + 0.5) }
    mutating func apply(_ action: Action) { if case .edited(let id, let amount) = action { rows[id].amount = amount } }
}

private struct TextState: RecordedState {
    enum Action: Codable, Sendable {
        case typed(String)
    }

    var text = String(repeating: "All work and no play makes Jack a dull boy. ", count: 24_000)

    static func action(_ number: Int) -> Action { .typed(number.isMultiple(of: 2) ? "a" : "b") }
    mutating func apply(_ action: Action) {
        guard case .typed(let letter) = action else { return }
        text.removeLast()
        text += letter
    }
}
