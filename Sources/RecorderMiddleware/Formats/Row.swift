// SPDX-License-Identifier: MIT

package import RexCore
import StateComparison

/// An action of a recording without its types, as all formats write it.
///
/// Expensive parts are computed on access.
package struct Row {
    /// A state of the recording.
    package enum State {
        /// The state was not kept.
        case missing
        case value(Any)
        /// The text of a value that cannot be decoded.
        case text(String)
    }

    package let number: Int
    package let store: String?
    package let cause: Int?
    package let run: Int?
    package let isDescribed: Bool
    let isShortened: Bool
    package let place: ActionSource.Step
    package let time: UInt64
    package let handle: UInt64
    package let reduce: UInt64
    package let observers: UInt64
    package let io: UInt64
    package let thread: Int
    package let isDone: Bool
    package let before: State
    package let after: State

    private let source: ActionSource
    private let makeText: () -> String
    private let makeName: () -> String
    private let makeChange: () -> String
    private let makePresentations: () -> [PresentationPlace]
    /// Returns the action as JSON, or the text of an action that cannot be encoded.
    package let json: () -> [UInt8]
    /// Returns the state after the action in the same way.
    let stateJSON: () -> [UInt8]

    var text: String { makeText() }
    /// The case of the action.
    package var name: String { makeName() }
    var change: String { makeChange() }
    var presentations: [PresentationPlace] { makePresentations() }
    /// The steps of the source since the action that caused this one.
    var trail: [ActionSource.Step] { source.trail(since: cause) }
    var total: UInt64 { handle + reduce + observers + io }

    package init<ActionType, StateType>(_ entry: Recording<ActionType, StateType>.Entry) {
        number = entry.number
        store = entry.store
        cause = entry.cause
        run = entry.run
        isDescribed = entry.action.map { !($0 is any Encodable) } ?? true
        isShortened = entry.isShortened
        source = entry.source
        place = .here(kind: "", text: "", file: source.file, function: source.function, line: source.line)
        time = entry.time.nanoseconds
        handle = entry.durations.handle.nanoseconds
        reduce = entry.durations.reduce.nanoseconds
        observers = entry.durations.observers.nanoseconds
        io = entry.durations.io.nanoseconds
        thread = entry.thread
        isDone = entry.isDone
        before = State(entry.stateBefore, entry.beforeDescription)
        after = State(entry.stateAfter, entry.afterDescription)
        makeText = { entry.actionText }
        makeName = { entry.caseName }
        makeChange = { entry.change }
        makePresentations = { entry.presentations }
        json = { entry.json(of: entry.action, entry.actionDescription) }
        stateJSON = { entry.json(of: entry.stateAfter, entry.afterDescription) }
    }
}

extension Row.State {
    fileprivate init<Value>(_ value: Value?, _ text: String?) {
        self = text.map { .text($0) } ?? value.map { .value($0) } ?? .missing
    }
}

extension Recording.Entry {
    /// Returns a value as JSON, or its text as a JSON string if it cannot be encoded.
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
