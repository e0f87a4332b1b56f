// SPDX-License-Identifier: MIT

import RecorderMiddleware
import RexCore
import StateComparison

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
        case .named(let name, let actions):
            // The path of a lift may have another name than the case, and a recursive case is named once.
            let isCase = EnumCases.names(of: actions.type).contains { $0 == name || name.hasPrefix("\($0).") }
            if isCase, cases?.last != name { cases?.append(name) } else { cases = nil }
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
    ///
    /// A mark has a column of its own, so that a later page of the text begins at the same place when a mark is gone.
    func lines(depth: Int = 0) -> [String] {
        let mark = isUsed == false ? "never: " : "       "
        return [mark + String(repeating: "  ", count: depth) + entry.step.text.visible]
            + children.flatMap { $0.lines(depth: depth + 1) }
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
    /// The rules of the map: a recording has any number of others, such as the results of presentations.
    private var known: Set<UsedRule> = []

    /// The most events that one call reads, so that other answers don't wait for long.
    static let limit = 20_000

    /// Redacting may have changed the case of an action.
    init(_ recorder: any InspectedRecorder) { casesOfActions = recorder.isRedacted ? [] : recorder.casesOfActions }

    private mutating func know(_ map: FeatureMap) {
        known.insert(UsedRule(map.step))
        map.children.forEach { know($0) }
    }

    private mutating func use(_ rule: UsedRule) {
        if known.contains(rule) { rules.insert(rule) }
    }

    /// Reads the events since the last call, or the newest of them.
    ///
    /// - Complexity: O(*n*) in these events, at most ``limit``.
    mutating func read(_ feed: RecorderFeed, of map: FeatureMap) {
        if known.isEmpty { know(map) }
        last = max(last, feed.lastEvent - Self.limit)
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
                for step in entry.steps { use(UsedRule(step)) }
            case .began(let number), .ended(let number):
                guard let run = feed.run(number) else {
                    first = nil
                    continue
                }
                use(UsedRule(kind: run.kind, file: run.file, line: run.line, text: run.name))
            case .notice(let notice): use(UsedRule(notice.rule))
            case .storeEnded: break
            }
        }
        for posted in feed.recorder.postedRules {
            counted.insert(UsedRule(posted.rule))
            if posted.uses > 0 { use(UsedRule(posted.rule)) }
        }
    }

    /// Returns whether an action had these cases, or nil if that cannot be known.
    func hasAction(in cases: String) -> Bool? {
        if names.contains(where: { $0 == cases || $0.hasPrefix("\(cases).") }) { return true }
        // A name may end before the cases of a value that is no enum.
        guard casesOfActions.contains(where: { $0 == cases || cases.hasPrefix("\($0).") }) else { return nil }
        return names.contains { cases.hasPrefix("\($0).") } ? nil : false
    }

    /// Returns whether a rule has an event, or nil if that cannot be known.
    func hasEvent(of step: ActionSource.Step) -> Bool? {
        let rule = UsedRule(step)
        if rules.contains(rule) { return true }
        // A gate by state has an event only if it was closed, and saving may have none. That a presentation began is
        // known only from states.
        return counted.contains(rule) || ["effect", "bridge"].contains(rule.kind) ? false : nil
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
        // The runs of a request are those of an effect.
        (self.kind, self.file, self.line) = (kind == "request" ? "effect" : kind, file, line)
        // A place is enough, and the texts of a rule at one place differ.
        self.text = file.isEmpty ? text : ""
    }
}

extension RecorderFeed {
    /// Returns the map with marks, and the number of the event since which all are known.
    ///
    /// Events count also if they are overwritten after a question.
    private func marked(_ map: FeatureMap) -> (map: MarkedMap, since: Int) {
        mapUses.read(self, of: map)
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
            parts, outboxes and unknown parts have no mark, since a recording does not tell each use of them. Nor have lifts \
            if the recorder redacts, or on Apple silicon.
            """
        return ([head] + marked.lines()).joined(separator: "\n")
    }
}
