// SPDX-License-Identifier: MIT

import RexCore
import RexTesting

enum Note: Sendable, Equatable {
    case go(String)
    case said(String)

    var said: String? { if case .said(let text) = self { text } else { nil } }
}

struct Notes: Sendable, Equatable {
    var list: [String] = []
}

extension Reducer where ActionType == Note, StateType == Notes {
    /// Records the started works and their messages.
    static let notes: Reducer = .reduce { action, notes in
        switch action {
        case .go(let text), .said(let text): notes.list.append(text)
        }
    }
}

/// The context of a piece of work.
struct Work: Sendable {
    let output: AnyActionHandler<Note>
    let source: ActionSource

    func say(_ text: String) { output.dispatch(.said(text), from: source) }

    func sleep(_ duration: Duration) async throws { try await output.environment.clock.sleep(for: duration) }
}

extension Clock where Duration == Swift.Duration {
    func sleep(for duration: Duration) async throws {
        try await sleep(until: now.advanced(by: duration), tolerance: nil)
    }
}

/// Starts the work with the name in an action, as a task of the store.
struct Works: MiddlewareProtocol {
    let works: [String: @Sendable (Work) async throws -> Void]

    func handle(action: Note, from source: ActionSource, state: @escaping GetState<Notes>) -> IO<Note> {
        guard case .go(let name) = action, let work = works[name] else { return .pure() }
        let source = source.derived(by: "Work \(name)", kind: "work")
        return .task(from: source) { output in
            try? await work(Work(output: output, source: source))
        }
    }
}

/// Makes a test store with the given works.
func notesStore(
    _ works: [String: @Sendable (Work) async throws -> Void] = [:],
    checks: TestChecks = .everything,
    schedule: Schedule = .inOrder,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
) -> TestStore<Note, Notes> {
    TestStore(
        initialState: Notes(),
        reducer: .notes,
        middleware: Works(works: works),
        checks: checks,
        schedule: schedule,
        fileID: fileID,
        filePath: filePath,
        line: line,
        column: column
    )
}
