// SPDX-License-Identifier: MIT

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import RexCore

extension Recording where ActionType: Decodable & SendableMetatype {
    /// Reads a recording in the format ``RecordingFormat/jsonLines``, written by Rex or another
    /// program.
    ///
    /// Reads actions, causes, sources, changes, durations and runs. The format has no states and no
    /// declared rules. An action that is only described, or that cannot be decoded, has a text.
    /// Unreadable lines are skipped and counted in ``damage``. Unknown members are ignored.
    ///
    /// ```swift
    /// let text = try String(contentsOfFile: "run.jsonl", encoding: .utf8)
    /// let recording = try Recording<AppAction, AppState>(jsonLines: text)
    /// ```
    ///
    /// - Throws: A ``RecordingError`` if the first line is not the header of a recording, or has an
    ///   unknown version.
    /// - Complexity: O(*n*) in the size of the text.
    public init(jsonLines text: String) throws(RecordingError) {
        let decoder = ValueEncoder.decoder
        let lines = text.utf8.split(separator: UInt8(ascii: "\n")).map { Data($0) }
        guard let first = lines.first, let kind = try? decoder.decode(HeadKind.self, from: first),
            kind.type == "recording"
        else { throw Self.noHeader }
        guard kind.version >= JSONLinesFormat.version else {
            throw RecordingError("this recording was written by an earlier version of Rex, and cannot be read here")
        }
        guard kind.version == JSONLinesFormat.version else {
            throw RecordingError(
                "this recording has version \(kind.version), but only version \(JSONLinesFormat.version) can be read here"
            )
        }
        guard let head = try? decoder.decode(Head.self, from: first) else { throw Self.noHeader }
        var read = ReadLines<ActionType>()
        for line in lines.dropFirst() { read.append(line, decoder) }
        let numbers = ReadNumbers(read)
        let causes = read.actions.map { line in line.cause.map { numbers.number(of: $0) } }
        var damages = head.damage.map { [$0] } ?? []
        if read.broken > 0 {
            damages.append(read.broken == 1 ? "1 line cannot be read" : "\(read.broken) lines cannot be read")
        }
        let missing = max(0, min(head.actions, Int(Int32.max))) - read.actions.count
        let links = zip(read.actions, causes).compactMap { line, cause in cause.map { (line.processNumber, $0) } }
        let inCircle = Self.inCircle(Dictionary(links) { $1 })
        if !inCircle.isEmpty { damages.append("an action is a cause of itself") }
        var sources: [Int: ActionSource] = [:]
        let entries = zip(read.actions, causes).map { line, known in
            let cause = inCircle.contains(line.processNumber) ? nil : known
            let run = line.run.map { numbers.number(ofRun: $0) }
            var entry = Entry(line, becauseOf: cause, sentBy: run, after: cause.flatMap { sources[$0] })
            if !head.changes { entry.recordedChange = nil }
            sources[entry.number] = entry.source
            return entry
        }
        if missing > 0 { damages.append("\(missing) of \(head.actions) actions are missing") }
        self.init(
            entries: entries,
            runs: read.runs.enumerated().map { RecordedRun($1, number: $1.event ?? $0 + 1, numbers) },
            notices: read.notices.map { RecordedNotice($0.line, $0.kind, numbers) },
            startOfDay: min(head.began, UInt64(Int64.max / 2)),
            damage: damages.isEmpty ? nil : RecordingError(damages.joined(separator: "; ")),
            isRedacted: head.redacted ?? false,
            missing: numbers.missing
        )
    }
}

extension Recording {
    private static var noHeader: RecordingError {
        RecordingError("this is not a recording: its first line is not a recording's header")
    }

    /// Returns the number of one action from each cycle in the causal graph.
    private static func inCircle(_ causes: [Int: Int]) -> Set<Int> {
        var (ended, found): (Set<Int>, Set<Int>) = ([], [])
        for number in Array(causes.keys).sorted() {
            var way: Set<Int> = []
            var next: Int? = number
            while let number = next, !ended.contains(number) {
                guard way.insert(number).inserted else {
                    found.insert(number)
                    break
                }
                next = causes[number]
            }
            ended.formUnion(way)
        }
        return found
    }
}

/// The members of a header that each version has.
private struct HeadKind: Decodable {
    let type: String
    let version: Int
}

private struct Head: Decodable {
    let began: UInt64
    let actions: Int
    let redacted: Bool?
    let damage: String?
    /// Whether the recorder has kept changes.
    let changes: Bool
}

private struct Kind: Decodable {
    let type: String
}

private struct RunLine: Decodable {
    let event: Int?
    let cause: EventReference?
    let kind: String
    let name: String
    let file: String
    let line: UInt
    let began: UInt64
    let key: String?
    let ended: UInt64?
    let ending: String
    let text: String?
    let caught: Bool?
    let limit: UInt64?
    let by: EventReference?
    let attempts: Int?

    /// Returns the ending, or nil if its kind is unknown or a member is missing.
    func end(_ numbers: ReadNumbers) -> RecordedRun.Ending? {
        switch ending {
        case "running": .running
        case "returned": .returned
        case "failed": text.map { .failed($0, isCaught: caught ?? false) }
        case "timedOut": limit.map { .timedOut(after: .nanoseconds($0)) }
        case "cancelled": .cancelled(by: by.map { numbers.number(of: $0) })
        case "endedWithStore": .endedWithStore
        default: nil
        }
    }
}

private struct NoticeLine: Decodable {
    let type: String
    let reason: String
    let rule: StepLine
    let action: EventReference?
    let text: String?
    let by: EventReference?
    let run: EventReference?
    let time: UInt64
    let presentations: [PresentationPlace]?
}

/// A step of a trail that is added to a source unchanged.
private struct StepLine: Decodable, ActionDerivation {
    let kind: String
    let text: String
    let key: String?
    let file: String
    let function: String
    let line: UInt

    var step: ActionSource.Step { .here(kind: kind, text: text, key: key, file: file, function: function, line: line) }
}

private struct ActionLine<ActionType: Decodable & SendableMetatype>: Decodable {
    /// The action, or nil if the line has only its description or unknown JSON.
    struct Value: Decodable {
        let action: ActionType?

        init(from decoder: any Decoder) throws { action = try? ActionType(from: decoder) }
    }

    let event: Int?
    let number: Int
    let storeNumber: Int?
    let store: String?
    let cause: EventReference?
    let run: EventReference?
    let action: Value
    let described: Bool
    let shortened: Bool?
    let text: String
    let file: String
    let function: String
    let line: UInt
    let trail: [StepLine]
    let change: String
    let time: UInt64
    let handle: UInt64
    let reduce: UInt64
    let observers: UInt64
    let io: UInt64
    let thread: Int
    let done: Bool
    let presentations: [PresentationPlace]?

    /// The number in the recording that is read.
    var processNumber: Int { ReadNumbers.number(number, inStore: storeNumber ?? 0) }
}

/// The numbers in a recording of the events that its lines name.
private struct ReadNumbers {
    /// The actions of the file, by their events.
    private var actions: [Int: Int] = [:]
    private let runs: Set<Int>
    /// The actions that the file does not have, by their labels.
    private var others: [String: Int] = [:]
    /// How lines name these actions.
    private(set) var missing: [Int: EventReference] = [:]

    init<ActionType>(_ read: ReadLines<ActionType>) {
        runs = Set(read.runs.compactMap(\.event))
        var stores: [Substring: Int] = [:]
        for action in read.actions {
            if let event = action.event { actions[event] = action.processNumber }
            if let name = action.store { stores[name[...]] = action.storeNumber }
        }
        // A label without a store may be of another one.
        stores[""] = read.actions.first?.storeNumber ?? 0
        for named in read.references where named.event.flatMap({ actions[$0] }) == nil && others[named.label] == nil {
            let small = named.label.split { $0 == " " || $0 == "." }.last ?? ""
            let name = named.label.dropLast(small.count).dropLast()
            let number = (Int(name) ?? stores[name]).map { ReadNumbers.number(Int(small) ?? 0, inStore: $0) }
            let unused = number.flatMap { read.numbers.contains($0) ? nil : $0 } ?? Int.max - others.count
            others[named.label] = unused
            missing[unused] = named
        }
    }

    static func number(_ number: Int, inStore store: Int) -> Int {
        let range = ActionSource.rangeOfNumbers
        guard store >= 0, store < Int.max / range, number >= 0, number < range else { return max(0, number) }
        return store * range + number
    }

    /// Returns the number of an action that a line names.
    func number(of reference: EventReference) -> Int {
        reference.event.flatMap { actions[$0] } ?? others[reference.label] ?? 0
    }

    /// Returns the number of a run, or -1 if the file does not have it.
    func number(ofRun reference: EventReference) -> Int {
        reference.event.flatMap { runs.contains($0) ? $0 : nil } ?? -1
    }
}

extension RecordedRun {
    fileprivate init(_ line: RunLine, number: Int, _ numbers: ReadNumbers) {
        self.init(
            number: number,
            cause: line.cause.map { numbers.number(of: $0) },
            kind: line.kind,
            name: line.name,
            key: line.key,
            file: line.file,
            line: line.line,
            began: .nanoseconds(line.began)
        )
        guard let ended = line.ended, let end = line.end(numbers) else { return }
        self.end(at: .nanoseconds(ended), end, attempts: line.attempts ?? 1)
    }
}

/// The readable lines of a recording.
private struct ReadLines<ActionType: Decodable & SendableMetatype> {
    private(set) var actions: [ActionLine<ActionType>] = []
    /// The numbers of the actions.
    private(set) var numbers: Set<Int> = []
    private(set) var runs: [RunLine] = []
    private(set) var notices: [(line: NoticeLine, kind: RecordedNotice.Kind)] = []
    /// The actions that lines name.
    var references: [EventReference] {
        (actions.map(\.cause) + runs.flatMap { [$0.cause, $0.by] } + notices.flatMap { [$0.line.action, $0.line.by] })
            .compactMap { $0 }
    }
    /// The number of unreadable lines.
    private(set) var broken = 0

    mutating func append(_ line: Data, _ decoder: JSONDecoder) {
        let type = (try? decoder.decode(Kind.self, from: line))?.type
        if type == "action", let read = try? decoder.decode(ActionLine<ActionType>.self, from: line),
            numbers.insert(read.processNumber).inserted
        {
            actions.append(read)
        } else if type == "run", let read = try? decoder.decode(RunLine.self, from: line) {
            runs.append(read)
        } else if let kind = type.flatMap({ RecordedNotice.Kind(rawValue: $0) }),
            let read = try? decoder.decode(NoticeLine.self, from: line)
        {
            notices.append((read, kind))
        } else {
            broken += 1
        }
    }
}

extension RecordedNotice {
    fileprivate init(_ line: NoticeLine, _ kind: RecordedNotice.Kind, _ numbers: ReadNumbers) {
        self.init(
            kind: kind,
            reason: line.reason,
            rule: line.rule.step,
            action: line.action.map { numbers.number(of: $0) },
            actionText: line.text,
            cause: line.by.map { numbers.number(of: $0) },
            run: line.run.map { numbers.number(ofRun: $0) },
            time: .nanoseconds(line.time),
            presentations: line.presentations ?? []
        )
    }
}

extension Recording.Entry where ActionType: Decodable & SendableMetatype {
    /// - Parameter past: the source of the action that caused it, if that was read; a line has the
    ///   steps since then.
    fileprivate init(
        _ line: ActionLine<ActionType>,
        becauseOf cause: Int?,
        sentBy run: Int?,
        after past: ActionSource?
    ) {
        let action = line.described ? nil : line.action.action
        let place = ActionSource(file: line.file, function: line.function, line: line.line, info: nil)
        let source = past ?? cause.map { place.processed(as: $0) } ?? place
        var times = ActionTimes(handling: line.time)
        times.reducing = line.time &+ line.handle
        times.notifying = times.reducing &+ line.reduce
        times.running = times.notifying &+ line.observers
        times.done = times.running &+ line.io
        self.init(
            number: line.processNumber,
            store: line.store,
            cause: cause,
            action: action,
            source: line.trail.reduce(source) { $0.derived(by: $1) }.processed(as: line.processNumber),
            time: .nanoseconds(line.time),
            durations: RecordedDurations(times),
            thread: line.thread,
            run: run,
            stateBefore: nil,
            stateAfter: nil,
            isDone: line.done,
            recordedChange: line.change,
            actionDescription: action == nil ? line.text : nil,
            beforeDescription: nil,
            afterDescription: nil,
            recordedPresentations: line.presentations,
            shortened: line.shortened ?? false ? (line.described ? .action : .change) : []
        )
    }
}
