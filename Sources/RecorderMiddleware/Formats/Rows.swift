// SPDX-License-Identifier: MIT

/// The actions and runs of a recording, with the links between them.
struct Rows {
    let actions: [Row]
    let runs: [RecordedRun]
    /// The index of each action, by number.
    private let places: [Int: Int]
    /// The index of each run, by number.
    private let runPlaces: [Int: Int]
    private let numbering: Numbering
    var hasSeveralStores: Bool { numbering.hasSeveralStores }
    /// The notices, each with its explanation.
    let notices: [(notice: RecordedNotice, explanation: String)]
    let isRedacted: Bool
    /// Whether the recorder has kept changes or states.
    let hasChanges: Bool
    /// The name of the program, or nil if it is unknown.
    let program: String?
    /// The names of the named stores, by the upper part of their action numbers.
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
        numbering: Numbering? = nil,
        explanation: @escaping (RecordedRun) -> String = { _ in "" }
    ) {
        self.actions = Array(actions)
        self.runs = runs
        self.notices = notices
        self.isRedacted = isRedacted
        self.hasChanges = hasChanges
        self.program = program
        self.explanation = explanation
        places = Rows.places(of: self.actions.map(\.number))
        runPlaces = Rows.places(of: runs.map(\.number))
        self.numbering = numbering ?? Numbering(self.actions.lazy.map { ($0.number, $0.store) })
    }

    /// Returns the last index of each number.
    static func places(of numbers: [Int]) -> [Int: Int] {
        var places: [Int: Int] = [:]
        for (index, number) in numbers.enumerated() { places[number] = index }
        return places
    }

    func place(of number: Int?) -> Int? { number.flatMap { places[$0] } }

    func runPlace(of number: Int?) -> Int? { number.flatMap { runPlaces[$0] } }

    /// Returns why the recording does not have an action.
    func missing(_ number: Int) -> MissingEvent { numbering.missing(number) }

    /// Returns the number of an action for people: counted per store, with the store's name if
    /// there are several.
    func label(_ number: Int) -> String { numbering.label(number) }
}
