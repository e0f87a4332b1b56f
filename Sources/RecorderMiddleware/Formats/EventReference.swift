// SPDX-License-Identifier: MIT

/// An event as another one names it.
package struct EventReference: Decodable {
    /// The number of the event, or nil if the recording does not have it.
    let event: Int?
    /// The label of an action, or the name of a run.
    let label: String
    /// Why the recording does not have the event.
    let missing: MissingEvent?

    package init(event: Int, label: String) {
        (self.event, self.label) = (event, label)
        missing = nil
    }

    package init(label: String, missing: MissingEvent) {
        (self.label, self.missing) = (label, missing)
        event = nil
    }
}

/// The reason why a recording does not have an event that another one names.
package enum MissingEvent: String, Decodable, Sendable {
    case overwritten
    case notRecorded = "not recorded"
    /// The action is still being processed.
    case notEnded = "not ended"

    package init(from decoder: any Decoder) throws {
        self = MissingEvent(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .notRecorded
    }
}

/// Finds the events that lines name.
package protocol EventLinks {
    /// Returns the event of the action with a number in the process.
    func reference(toAction number: Int) -> EventReference
    /// Returns the beginning of the run with a number in the process.
    func reference(toRun number: Int) -> EventReference
}

extension JSONText {
    mutating func reference(_ key: String, _ reference: EventReference) {
        member(key) { json in
            json.object { line in
                if let event = reference.event { line.integer("event", event) }
                line.string("label", reference.label)
                if let missing = reference.missing { line.string("missing", missing.rawValue) }
            }
        }
    }
}

extension Rows: EventLinks {
    /// The number of an action's event, counted in the lines behind the header: runs come first.
    func event(ofAction place: Int) -> Int { runs.count + place + 1 }

    func reference(toAction number: Int) -> EventReference {
        guard let place = place(of: number) else {
            return EventReference(label: label(number), missing: missing(number))
        }
        return EventReference(event: event(ofAction: place), label: label(number))
    }

    func reference(toRun number: Int) -> EventReference {
        guard let place = runPlace(of: number) else { return .unknownRun }
        return EventReference(event: place + 1, label: runs[place].title)
    }
}

extension EventReference {
    package static var unknownRun: EventReference { EventReference(label: "a run", missing: .overwritten) }
}

extension RecordedRun {
    /// The name of the run, with its key.
    package var title: String { name + (key.map { " for \($0)" } ?? "") }
}
