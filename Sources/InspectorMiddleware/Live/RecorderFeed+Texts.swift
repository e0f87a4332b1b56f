// SPDX-License-Identifier: MIT

import RecorderMiddleware
import RexCore
import StateComparison

/// Answers in plain text, with the numbers that the next question needs.
extension RecorderFeed {
    /// The most events whose texts are searched in one answer, since the page waits in the meantime.
    private static var textSearchLimit: Int { 1_000 }

    // MARK: Lines

    /// Returns the line of an event, or nil if the event is overwritten.
    private func line(of event: Int, _ content: EventList.Event) -> String? {
        let head = "event \(event), "
        switch content {
        case .action(let index): return recorder.entry(at: index).map { head + line(of: $0) }
        case .began(let number):
            guard let run = run(number)?.atItsBeginning else { return nil }
            return head + "run began at \(time(run.began)): \(explanation(of: run, unlessEnded: "began"))"
        case .ended(let number):
            guard let run = run(number) else { return nil }
            return head + "run ended at \(time(run.ended ?? run.began)): \(explanation(of: run))"
        case .notice(let notice):
            return head + "\(notice.kind.rawValue) at \(time(notice.time)): \(explanation(of: notice))"
        case .storeEnded(let number):
            let store = recorder.stores.withLock { $0.elements.first { $0.number == number }?.name }
            return head + "the store\(store.map { " \($0)" } ?? "") ended."
        }
    }

    /// Returns the line of an action without the number of its event.
    private func line(of entry: Entry) -> String {
        let text = entry.actionText.joiningLines(with: " ")
        let shown = text.count > 300 ? text.prefix(300) + "…" : text[...]
        let place = "action \(recorder.numbering.label(entry.number)) at \(time(entry.time))"
        return "\(place): \(shown). \(explanation(of: entry))"
    }

    private func line(of run: RecordedRun) -> String {
        let start = recorder.events.withLock { $0.runs[run.number]?.start }
        return (start.map { "event \($0), " } ?? "") + explanation(of: run)
    }

    /// Returns a time since the beginning of the recording.
    private func time(_ time: Duration) -> String {
        let milliseconds = time.nanoseconds / 1_000_000
        let rest = "\(milliseconds % 1_000)"
        return "\(milliseconds / 1_000).\(String(repeating: "0", count: 3 - rest.count))\(rest) s"
    }

    /// Calls `visit` with events from new to old, until it returns false.
    private func events(before end: Int, _ visit: (Int, EventList.Event) -> Bool) {
        var end = end
        while true {
            let next = recorder.events.withLock { events in
                let number = events.last(before: end) { _ in true }
                return number.flatMap { number in events.event(number).map { (number, $0) } }
            }
            guard let (number, content) = next, visit(number, content) else { return }
            end = number
        }
    }

    /// Returns whether an event is about a store with a name or a number; nil stands for any store.
    private func isIn(_ store: String?, _ content: EventList.Event) -> Bool {
        guard store != nil else { return true }
        let action: Int? =
            switch content {
            case .action(let index): recorder.numbers(ofActionAt: index)?.action
            case .began(let number), .ended(let number): run(number)?.cause
            case .notice(let notice): notice.action ?? notice.cause
            case .storeEnded(let number): number * ActionSource.rangeOfNumbers
            }
        return action.map { isIn(store, $0) } ?? false
    }

    /// Returns the store of a call, which must be one of the recorder.
    private func knownStore(_ arguments: ToolArguments) throws(FeedError) -> String? {
        guard let store = try arguments.text("store") else { return nil }
        let stores = recorder.stores.withLock { $0.elements }
        guard stores.contains(where: { $0.name == store || Int(store).map($0.ranges.contains) ?? false }) else {
            let names = stores.suffix(20).map { $0.name ?? "\($0.number)" }.joined(separator: ", ")
            throw FeedError(kind: .missing, reason: "There is no such store. The stores are: \(names).")
        }
        return store
    }

    // MARK: Events

    func recentEvents(_ arguments: ToolArguments) throws(FeedError) -> ToolAnswer {
        let types = try arguments.text("type").map { text throws(FeedError) in try RecorderFeed.types(text) }
        let (store, wanted) = (try knownStore(arguments), try arguments.text("text")?.lowercased())
        let (end, start) = (try arguments.integer("before") ?? lastEvent + 1, try arguments.integer("after") ?? 0)
        let count = try arguments.count(default: 20, limit: 200)
        var (lines, searched, oldest) = ([String](), 0, end)
        events(before: end) { number, content in
            guard number > start else { return false }
            guard lines.count < count, searched < RecorderFeed.textSearchLimit else {
                lines.append("There are earlier events. Call again with before: \(oldest).")
                return false
            }
            (searched, oldest) = (searched + 1, number)
            guard isWanted(content, types), isIn(store, content), let line = line(of: number, content) else {
                return true
            }
            if wanted.map({ line.lowercased().contains($0) }) ?? true { lines.append(line) }
            return true
        }
        guard !lines.isEmpty else {
            throw FeedError(kind: .missing, reason: "No event matches. The newest one is event \(lastEvent).")
        }
        return ToolAnswer(lines.joined(separator: "\n"), repeating: "before: \(end)")
    }

    /// Returns why an event happened, and what it led to.
    func explained(_ event: Int) throws(FeedError) -> ToolAnswer {
        let (sentence, cause) = try sentence(of: event)
        var lines = ["event \(event): \(sentence)"]
        func add(_ title: String, _ new: [String]) {
            guard !new.isEmpty else { return }
            lines += [title] + new.map { "- \($0)" }
            if new.count == RecorderFeed.causeLimit { lines.append("There may be more than \(new.count).") }
        }
        if case .action = self.event(event) {
            let entry = try entry(ofEvent: event)
            lines.append("It is action \(recorder.numbering.label(entry.number)) at \(time(entry.time)):")
            lines.append(entry.actionText)
            if !entry.isDescribed, case let json = entry.json, json.count <= 2_000 {
                lines.append("As JSON: \(String(decoding: json, as: UTF8.self))")
            }
            if !entry.isDone { lines.append("It is still being processed.") }
            add("It changed:", entry.change.split(separator: "\n").map(String.init))
        }
        add("Because of:", causes(from: cause).map { named($0) })
        let followed = consequences(of: event)
        add("It led to:", followed.actions.map { named($0) })
        add("It started:", followed.started.map { line(of: $0) })
        add("It cancelled:", followed.cancelled.map { line(of: $0) })
        if case .action(let index) = self.event(event), let number = recorder.numbers(ofActionAt: index)?.action {
            let notices = recorder.events.withLock { $0.notices(of: number) }
            add("It did not lead to:", notices.map { "event \($0), \($1.kind.rawValue): \(explanation(of: $1))" })
        }
        return ToolAnswer(lines.joined(separator: "\n"))
    }

    private func named(_ entry: Entry) -> String {
        (event(ofAction: entry.number).map { "event \($0), " } ?? "") + line(of: entry)
    }

    // MARK: What did not happen

    func omissions(_ arguments: ToolArguments) throws(FeedError) -> ToolAnswer {
        let name = try arguments.text("name")?.lowercased() ?? ""
        let given = try arguments.integer("before")
        let end = given ?? lastEvent + 1
        var (found, gates, happened, searched, oldest) = ([String](), [String](), [String](), 0, end)
        var used: Set<UsedRule> = []
        var isComplete = true
        events(before: end) { number, content in
            guard found.count < 20, searched < RecorderFeed.textSearchLimit else {
                isComplete = false
                return false
            }
            switch content {
            case .notice(let notice):
                used.insert(UsedRule(notice.rule))
                guard let line = line(of: number, content), line.lowercased().contains(name) else { break }
                // Most closed gates are meant to be closed.
                if content.isReportOfGate { gates.append(line) } else { found.append(line) }
            case .began(let number), .ended(let number):
                guard let run = run(number) else { return true }
                used.insert(UsedRule(kind: run.kind, file: run.file, line: run.line, text: run.name))
                // A run that ended is told once.
                if case .began = content, run.ended != nil { break }
                let line = line(of: run)
                guard line.lowercased().contains(name) else { break }
                if run.ending != .returned { found.append(line) } else if happened.count < 5 { happened.append(line) }
            case .action(let index):
                // Overwritten actions stay in the list for a while.
                guard let entry = recorder.entry(at: index) else { return true }
                for step in entry.source.trail { used.insert(UsedRule(step)) }
                if happened.count < 5, entry.actionText.lowercased().contains(name) {
                    happened.append("event \(number), \(line(of: entry))")
                }
            case .storeEnded: break
            }
            (searched, oldest) = (searched + 1, number)
            return true
        }
        var lines: [String] = []
        if !found.isEmpty { lines += ["What was skipped, failed, was cancelled or still runs:"] + found }
        // Only a search from the newest event on shows what was not used since.
        let rules =
            given != nil
            ? []
            : recorder.postedRules.filter { rule in
                rule.uses == 0 && !used.contains(UsedRule(rule.rule))
                    && "\(rule.rule.text) \(rule.rule.file)".lowercased().contains(name)
            }
        if !rules.isEmpty {
            lines.append("Rules that nothing has triggered since event \(oldest):")
            lines += rules.map { RecorderFeed.name(of: $0.rule) }
        }
        if let gate = gates.first { lines += ["Closed gates, \(gates.count) times, the last time:", gate] }
        if !happened.isEmpty { lines += ["What did happen with that name, up to five:"] + happened }
        let window = "Only events from \(oldest) to \(end - 1) were searched."
        if !isComplete { lines.append("\(window) Call with before: \(oldest) for earlier ones.") }
        guard !lines.isEmpty else {
            guard given == nil, oldest <= 1 else {
                throw FeedError(kind: .missing, reason: "Nothing with that name was skipped. \(window)")
            }
            let names = recorder.postedRules.prefix(20).map { RecorderFeed.name(of: $0.rule) }.joined(separator: "; ")
            throw FeedError(
                kind: .missing,
                reason: "No action, run or rule has that in its name: it was never sent. "
                    + (names.isEmpty ? "" : "The rules are: \(names). ") + "state and pending_work show what waits."
            )
        }
        return ToolAnswer(lines.joined(separator: "\n"), repeating: "before: \(end)")
    }

    private static func name(of rule: ActionSource.Step) -> String {
        let kind = rule.text.lowercased().hasPrefix(rule.kind) ? "" : "\(rule.kind) "
        return kind + rule.text + (rule.file.isEmpty || rule.text.contains(rule.place) ? "" : " at \(rule.place)")
    }

    // MARK: States

    func lastChanges(_ arguments: ToolArguments) throws(FeedError) -> ToolAnswer {
        let (path, store) = (try arguments.text("path") ?? "", try knownStore(arguments))
        let count = try arguments.count(default: 5, limit: 50)
        let first = try arguments.integer("before") ?? lastEvent + 1
        let oldest = min(first, lastEvent + 1) - RecorderFeed.searchLimit
        var (lines, before) = ([String](), first > lastEvent ? nil : first)
        while true {
            do throws(FeedError) {
                let (entry, change) = try lastChange(of: path, before: before, in: store)
                lines += [named(entry), change]
                before = event(ofAction: entry.number)
            } catch {
                guard lines.isEmpty else {
                    lines.append("No earlier change is kept.")
                    break
                }
                // A path that leads nowhere has no changes either.
                if recorder.states == .all { _ = try self.part(ofStateAfter: newestAction(in: store), path) }
                throw error
            }
            guard let before, lines.count < 2 * count, before > oldest else {
                if let before { lines.append("There may be earlier changes. Call again with before: \(before).") }
                break
            }
        }
        return ToolAnswer(lines.joined(separator: "\n"), repeating: "before: \(first)")
    }

    func shownState(_ arguments: ToolArguments) throws(FeedError) -> ToolAnswer {
        let asked = try arguments.eventIfAny(self)
        let event: Int
        if let asked { event = try action(upTo: asked) } else { event = try newestAction(in: knownStore(arguments)) }
        let (entry, part) = try part(ofStateAfter: event, try arguments.text("path") ?? "")
        let title = "The state after event \(event), action \(recorder.numbering.label(entry.number)):"
        return ToolAnswer(
            "\(title)\n\(RecorderFeed.lines(of: part))",
            repeating: asked == nil ? "event: \(event)" : nil
        )
    }

    /// Returns a value with each of its parts on a line.
    private static func lines(of value: Any) -> String {
        guard let parts = ValueText.parts(of: value), !parts.values.isEmpty else {
            return ValueText.bounded(value, to: 100_000, textsTo: 100_000)
        }
        var text = parts.open
        for (label, value) in parts.values {
            guard text.utf8.count < 1 << 20 else { return text + "\n  … It is larger than 1 MB. Ask for a part of it." }
            text +=
                "\n  " + (label.isEmpty ? "" : "\(label): ") + ValueText.bounded(value, to: 10_000, textsTo: 100_000)
        }
        return text + (parts.open.hasSuffix("(") ? "\n)" : "\n]")
    }

    func compared(_ arguments: ToolArguments) throws(FeedError) -> ToolAnswer {
        let first = try compared(arguments, "first")
        let second = try compared(arguments, "second")
        let stores = [first, second].map { Numbering.storeAndNumber(of: $0.number).store }
        guard stores[0] == stores[1] else {
            throw FeedError(kind: .invalid, reason: "The events are of two stores, whose states can't be compared.")
        }
        guard let old = first.stateAfter, let new = second.stateAfter else { throw statesNotKept }
        let text = StateComparison(of: old, and: new).text
        return ToolAnswer(text.isEmpty ? "The states are the same." : text)
    }

    private func compared(_ arguments: ToolArguments, _ name: String) throws(FeedError) -> Entry {
        let event = try arguments.integer(name) ?? 0
        do throws(FeedError) {
            return try entry(ofEvent: action(upTo: event))
        } catch {
            throw FeedError(kind: error.kind, reason: "\(name), event \(event): \(error.reason)")
        }
    }

    // MARK: Runs

    func pendingText() -> String {
        let lines = pendingRuns.map { run, attempts in
            line(of: run) + " It began at \(time(run.began))"
                + (attempts > 1 ? ", and is in attempt \(attempts)." : ".")
        }
        // The time comes last, so that the lines before it are the same in the next page.
        return lines.isEmpty
            ? "No run is pending." : (lines + ["Now is \(time(recorder.elapsed))."]).joined(separator: "\n")
    }
}
