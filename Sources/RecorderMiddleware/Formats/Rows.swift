// SPDX-License-Identifier: MIT

/// The actions and runs of a recording, with the links between them.
struct Rows {
    let actions: [Row]
    let runs: [RecordedRun]
    /// The index of the action with each number.
    private let places: [Int: Int]
    private let numbering: Numbering
    var hasSeveralStores: Bool { numbering.hasSeveralStores }
    /// The notices of what did not happen, each with its explanation.
    let notices: [(notice: RecordedNotice, explanation: String)]
    let isRedacted: Bool
    /// True if the recorder has kept changes, or the states that they are between.
    let hasChanges: Bool
    /// The name of the program, as far as it is known.
    let program: String?
    /// The names of the stores that have one, by the first part of their numbers.
    var storeNames: [Int: String] { numbering.names }
    /// Returns the explanation of a run.
    let explanation: (RecordedRun) -> String

    init(
        _ actions: some Sequence<Row>,
        runs: [RecordedRun],
        notices: [(notice: RecordedNotice, explanation: String)] = [],
        isRedacted: Bool = false,
        hasChanges: Bool = true,
        program: String? = nil,
        explanation: @escaping (RecordedRun) -> String = { _ in "" }
    ) {
        self.actions = Array(actions)
        self.runs = runs
        self.notices = notices
        self.isRedacted = isRedacted
        self.hasChanges = hasChanges
        self.program = program
        self.explanation = explanation
        places = Dictionary(self.actions.enumerated().map { ($1.number, $0) }) { $1 }
        numbering = Numbering(self.actions.lazy.map { ($0.number, $0.store) })
    }

    func place(of number: Int?) -> Int? { number.flatMap { places[$0] } }

    /// The number of an action as people read it: counted in its store, and the store if there are
    /// several.
    func label(_ number: Int) -> String { numbering.label(number) }

    func storeAndNumber(of number: Int) -> (store: Int, number: Int) { numbering.storeAndNumber(of: number) }
}
