// SPDX-License-Identifier: MIT

import RexCore
import StateComparison

/// An action of a recording as all formats write it, without its types.
struct Row {
    let number: Int
    let cause: Int?
    let run: Int?
    /// The case of the action.
    let name: String
    let text: String
    let isDescribed: Bool
    let place: ActionSource.Step
    let trail: [ActionSource.Step]
    let change: String
    let time: UInt64
    let handle: UInt64
    let reduce: UInt64
    let observers: UInt64
    let io: UInt64
    let thread: Int
    let isDone: Bool
    /// The action as JSON; the text of one that cannot be encoded.
    let json: () -> [UInt8]
    /// The state after it as JSON, in the same way.
    let stateJSON: () -> [UInt8]
    /// The state after it; nil if it was not kept.
    let stateText: () -> String?
    /// The state before it.
    let oldStateText: () -> String?

    var total: UInt64 { handle + reduce + observers + io }

    init<ActionType, StateType>(_ entry: Recording<ActionType, StateType>.Entry) {
        number = entry.number
        cause = entry.cause
        run = entry.run
        text = entry.actionText
        name = ActionName.of(text)
        isDescribed = entry.isDescribed || !(ActionType.self is any Encodable.Type)
        let source = entry.source
        place = .here(kind: "", text: "", file: source.file, function: source.function, line: source.line)
        trail = entry.steps
        change = entry.change
        time = entry.time.nanoseconds
        handle = entry.durations.handle.nanoseconds
        reduce = entry.durations.reduce.nanoseconds
        observers = entry.durations.observers.nanoseconds
        io = entry.durations.io.nanoseconds
        thread = entry.thread
        isDone = entry.isDone
        json = { entry.json(of: entry.action, entry.actionDescription) }
        stateJSON = { entry.json(of: entry.stateAfter, entry.afterDescription) }
        stateText = { entry.afterDescription ?? entry.stateAfter.map { ValueText.bounded($0) } }
        oldStateText = { entry.beforeDescription ?? entry.stateBefore.map { ValueText.bounded($0) } }
    }
}

extension Recording.Entry {
    /// A value as JSON; if it cannot be encoded its text, as a string.
    func json<Value>(of value: Value?, _ description: String?) -> [UInt8] {
        if let value = value as? any Encodable, let json = ValueEncoder().encode(value) { return json }
        var json = JSONText()
        if let description {
            json.string(description)
        } else if let value {
            json.string(ValueText.bounded(value))
        } else {
            json.null()
        }
        return json.bytes
    }
}

/// The actions and runs of a recording, with the links between them.
struct Rows {
    let actions: [Row]
    let runs: [RecordedRun]
    /// Where the action with each number stands.
    private let places: [Int: Int]
    let hasSeveralStores: Bool
    private static let range = Int(ActionSource.rangeOfNumbers)

    init(_ actions: some Sequence<Row>, runs: [RecordedRun]) {
        self.actions = Array(actions)
        self.runs = runs
        places = Dictionary(self.actions.enumerated().map { ($1.number, $0) }) { $1 }
        hasSeveralStores = Set(self.actions.map { $0.number / Self.range }).count > 1
    }

    func place(of number: Int?) -> Int? { number.flatMap { places[$0] } }

    /// The number of an action as people read it: counted in its store, and the store if there are several.
    func label(_ number: Int) -> String {
        let (store, small) = number.quotientAndRemainder(dividingBy: Self.range)
        return hasSeveralStores ? "\(store).\(small)" : "\(small)"
    }
}
