// SPDX-License-Identifier: MIT

import RecorderMiddleware
import RexCore
import StateComparison

extension RecorderFeed {
    /// The most actions that are searched for a change.
    static var searchLimit: Int { 10_000 }

    /// Returns the last action that changed a part of the state, and the change.
    ///
    /// - Parameters:
    ///   - before: The event of the action before which it is looked for, or nil for the newest one.
    ///   - store: The name or the number of a store, or nil for all.
    func lastChange(of text: String, before event: Int?, in store: String?) throws(FeedError) -> (Entry, String) {
        guard let path = ValuePath(text), !text.isEmpty else {
            throw FeedError(kind: .invalid, reason: "This is not a path. Paths look like rows[3].title.")
        }
        guard recorder.states != .none else { throw statesNotKept }
        let part = ChangedPart(path: path, text: text)
        let end = try event.map { event throws(FeedError) in try index(before: event) } ?? nextAction
        let oldest = max(0, nextAction - capacity, end - RecorderFeed.searchLimit)
        for index in (min(oldest, end)..<end).reversed() {
            guard let entry = recorder.entry(at: index), isIn(store, entry.number) else { continue }
            let change = part.change(in: entry)
            guard !change.isEmpty else { continue }
            return (entry, change)
        }
        throw FeedError(
            kind: .missing,
            reason: "No action that is kept, or none of the last \(RecorderFeed.searchLimit), changed that part."
        )
    }

    /// Returns the index after the last action before an event.
    private func index(before event: Int) throws(FeedError) -> Int {
        if self.event(event) == nil { _ = try entry(ofEvent: event) }
        let last = recorder.events.withLock { events in
            events.last(before: event) { if case .action = $0 { true } else { false } }
        }
        if let last, case .action(let index) = self.event(last) { return index + 1 }
        throw FeedError(kind: .missing, reason: "No kept action came before.")
    }

    /// Returns the last action that changed a part of the state as JSON.
    func lastChangeLine(of path: String, before event: Int?, in store: String?) throws(FeedError) -> [UInt8] {
        let (entry, change) = try lastChange(of: path, before: event, in: store)
        var json = JSONText()
        json.object { line in
            if let event = self.event(ofAction: entry.number) { line.integer("event", event) }
            line.string("label", recorder.numbering.label(entry.number))
            line.string("text", entry.actionText)
            line.string("change", change)
            line.string("explanation", explanation(of: entry))
        }
        return json.bytes
    }
}

/// A path whose last change is looked for.
private struct ChangedPart {
    let path: ValuePath
    let text: String

    /// Returns the lines of an action's change that are about this part, its own parts, or what
    /// contains it.
    func change(in entry: RecorderFeed.Entry) -> String {
        if entry.recordedChange == nil, let before = entry.stateBefore, let after = entry.stateAfter {
            let (old, new) = (path.part(of: before), path.part(of: after))
            // Whole states are compared only if the part differs.
            if old == nil, new == nil { return "" }
            if let old, let new, StateComparison.areSame(old, new) { return "" }
        }
        return entry.change.split(separator: "\n").filter(isAbout).joined(separator: "\n")
    }

    private func isAbout(_ line: Substring) -> Bool {
        let changed = line.firstRange(of: ": ").map { line[..<$0.lowerBound] } ?? line
        let (short, long) = changed.count < text.count ? (changed, text[...]) : (text[...], changed)
        let rest = long.dropFirst(short.count)
        return changed == "state" || long.hasPrefix(short) && (rest.isEmpty || rest.first == "." || rest.first == "[")
    }
}
