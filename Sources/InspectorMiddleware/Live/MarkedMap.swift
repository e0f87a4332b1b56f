// SPDX-License-Identifier: MIT

import RecorderMiddleware
import RexCore

/// An entry of the map of the app, with what the recording knows of it.
struct MarkedMap {
    let entry: FeatureMap
    /// The cases of the actions of a lift, such as `list.row`, if they are known.
    let cases: String?
    /// Whether the recording has an event of it; nil if that cannot be known.
    let isUsed: Bool?
    let children: [MarkedMap]

    /// - Parameter cases: The cases of the actions that the entry gets; nil if they are unknown.
    init(_ entry: FeatureMap, in cases: [String]? = [], _ uses: MapUses) {
        var cases = cases
        switch entry.embedding {
        case .none: break
        case .named(let name): cases?.append(name)
        case .unknown: cases = nil
        }
        self.cases = entry.embedding == .none ? nil : cases?.joined(separator: ".")
        isUsed = self.cases.map { uses.hasAction(in: $0) } ?? uses.hasEvent(of: entry.step)
        self.entry = entry
        if entry.step.kind == "presentation" { cases?.append("presented") }
        children = entry.children.map { MarkedMap($0, in: cases, uses) }
    }

    /// Writes this entry as JSON.
    ///
    /// - Parameter since: The number of the event since which all are known, or nil for an inner entry.
    func write(_ json: inout JSONText, since: Int? = nil) {
        json.object { json in
            let step = entry.step
            json.string("kind", step.kind)
            json.string("text", step.text)
            if !step.file.isEmpty {
                json.string("file", step.file)
                json.integer("line", step.line)
            }
            if let cases { json.string("cases", cases) }
            if let isUsed { json.bool("used", isUsed) }
            if let since { json.integer("since", since) }
            json.member("children") { $0.array(children) { $1.write(&$0) } }
        }
    }

    /// A line for each entry, indented by its depth.
    var lines: [String] {
        [(isUsed == false ? "never: " : "") + entry.step.text.visible]
            + children.flatMap(\.lines).map { "  " + $0 }
    }
}

/// The rules and cases of actions that have events.
struct MapUses {
    /// The number of the event since which none is missing, or nil if there is none yet.
    private(set) var first: Int?
    private var last = 0
    private var rules: Set<UsedRule> = []
    /// The rules that count their uses themselves, so that it is known if there was none.
    private var counted: Set<UsedRule> = []
    private var names: Set<String> = []
    private let casesOfActions: Set<String>

    init(_ recorder: any InspectedRecorder) { casesOfActions = recorder.casesOfActions }

    /// Reads the events since the last call.
    ///
    /// - Complexity: O(*n*) in these events.
    mutating func read(_ feed: RecorderFeed) {
        while let (number, event) = feed.recorder.events.withLock({ $0.next(after: last) }) {
            if first == nil || number > last + 1 { first = number }
            last = number
            switch event {
            case .action(let index):
                guard let entry = feed.recorder.entry(at: index) else {
                    first = nil
                    continue
                }
                names.insert(entry.caseName)
                for step in entry.steps { rules.insert(UsedRule(step)) }
            case .began(let number), .ended(let number):
                guard let run = feed.run(number) else { continue }
                rules.insert(UsedRule(kind: run.kind, file: run.file, line: run.line, text: run.name))
            case .notice(let notice): rules.insert(UsedRule(notice.rule))
            case .storeEnded: break
            }
        }
        for posted in feed.recorder.postedRules {
            counted.insert(UsedRule(posted.rule))
            if posted.uses > 0 { rules.insert(UsedRule(posted.rule)) }
        }
    }

    /// Returns whether an action had these cases, or nil if that cannot be known.
    func hasAction(in cases: String) -> Bool? {
        if names.contains(where: { $0 == cases || $0.hasPrefix("\(cases).") }) { return true }
        // The path of a lift may have another name than the case. A name may also end before the cases of a value
        // that is no enum.
        guard casesOfActions.contains(where: { $0 == cases || cases.hasPrefix("\($0).") }) else { return nil }
        return names.contains { cases.hasPrefix("\($0).") } ? nil : false
    }

    /// Returns whether a rule has an event, or nil if that cannot be known.
    func hasEvent(of step: ActionSource.Step) -> Bool? {
        // The runs of a request are those of an effect.
        let kind = step.kind == "request" ? "effect" : step.kind
        let rule = UsedRule(kind: kind, file: step.file, line: step.line, text: step.text)
        if rules.contains(rule) { return true }
        // A gate by state has an event only if it was closed, and saving may have none. That a presentation began is
        // known only from states.
        return counted.contains(rule) || ["effect", "bridge"].contains(kind) ? false : nil
    }
}

/// A rule that was used, as far as it can be told from others.
struct UsedRule: Hashable {
    let kind: String
    let file: String
    let line: UInt
    let text: String

    init(_ step: ActionSource.Step) { self.init(kind: step.kind, file: step.file, line: step.line, text: step.text) }

    init(kind: String, file: String, line: UInt, text: String) {
        (self.kind, self.file, self.line) = (kind, file, line)
        // A place is enough, and the texts of a rule at one place differ.
        self.text = file.isEmpty ? text : ""
    }
}

extension RecorderFeed {
    /// Returns the map with marks, and the number of the event since which all are known.
    ///
    /// Events count also if they are overwritten after a question.
    private func marked(_ map: FeatureMap) -> (map: MarkedMap, since: Int) {
        mapUses.read(self)
        return (MarkedMap(map, mapUses), mapUses.first ?? lastEvent + 1)
    }

    func mapJSON(_ map: FeatureMap) -> [UInt8] {
        let (map, since) = marked(map)
        var json = JSONText()
        map.write(&json, since: since)
        return json.bytes
    }

    func mapText() -> String {
        guard let map else { return "" }
        let (marked, since) = marked(map)
        let head = """
            What is marked "never" has no event since event \(since). Presentations, endings, gates by state, saved \
            parts, outboxes and unknown parts have no mark, since a recording does not tell each use of them.
            """
        return ([head] + marked.lines).joined(separator: "\n")
    }
}
