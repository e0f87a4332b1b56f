// SPDX-License-Identifier: MIT

import RexCore
import StateComparison

/// An action of a recording without its types, as all formats write it.
package typealias Row = Recording<Any, Any>.Entry

/// A state of a recording.
package enum RowState {
    /// The state was not kept.
    case missing
    case value(Any)
    /// The text of a value that cannot be decoded.
    case text(String)

    fileprivate init(_ value: Any?, _ text: String?) {
        self = text.map { .text($0) } ?? value.map { .value($0) } ?? .missing
    }
}

extension Recording.Entry {
    var withoutTypes: Row {
        Row(
            number: number,
            store: store,
            cause: cause,
            action: action,
            source: source,
            time: time,
            durations: durations,
            thread: thread,
            run: run,
            stateBefore: stateBefore,
            stateAfter: stateAfter,
            isDone: isDone,
            recordedChange: recordedChange,
            actionDescription: actionDescription,
            beforeDescription: beforeDescription,
            afterDescription: afterDescription,
            recordedPresentations: recordedPresentations,
            shortened: shortened
        )
    }

    package var isDescribed: Bool { action.map { !($0 is any Encodable) } ?? true }
    var place: ActionSource.Step { .init(kind: "", text: "", at: source) }
    package var before: RowState { RowState(stateBefore, beforeDescription) }
    package var after: RowState { RowState(stateAfter, afterDescription) }

    /// The action as JSON, or the text of an action that cannot be encoded.
    package var json: [UInt8] { json(of: action, actionDescription) }
    var jsonBefore: [UInt8] { json(of: stateBefore, beforeDescription) }
    var jsonAfter: [UInt8] { json(of: stateAfter, afterDescription) }

    private func json(of value: Any?, _ description: String?) -> [UInt8] {
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
