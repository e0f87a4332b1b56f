// SPDX-License-Identifier: MIT

import RexCore

/// Decodes the records of a file into the values of a recording.
@usableFromInline struct FileValues<ActionType, StateType>: Sendable {
    @usableFromInline typealias EncodeAction = @Sendable (ActionType, ValueEncoder) -> Bool
    typealias Entry = Recording<ActionType, StateType>.Entry

    private let decodeAction: @Sendable (ArraySlice<UInt8>) -> ActionType?
    /// Appends an action as JSON.
    ///
    /// Returns false if it cannot be encoded.
    @usableFromInline let encodeAction: EncodeAction

    /// Makes a decoder and encoder.
    init() where ActionType: Codable & SendableMetatype {
        decodeAction = { try? ValueEncoder.decode(ActionType.self, from: $0) }
        encodeAction = { $1.append($0) }
    }

    /// Makes a decoder.
    init(reading type: ActionType.Type) where ActionType: Decodable & SendableMetatype {
        encodeAction = { _, _ in false }
        decodeAction = { try? ValueEncoder.decode(ActionType.self, from: $0) }
    }

    /// Returns a recording of all readable records.
    func recording(of contents: FileContents, rules: [RecordedRule] = []) -> Recording<ActionType, StateType> {
        var (entries, runs): ([Int: Entry], [Int: RecordedRun]) = ([:], [:])
        var (order, runOrder): ([Int], [Int]) = ([], [])
        var notices: [RecordedNotice] = []
        var unreadable = 0
        var isRedacted = false
        for record in contents.records {
            var fields = ByteReader(record.payload)
            switch record.kind {
            case .actionBegan:
                guard let entry = entry(&fields, among: entries, &isRedacted) else {
                    unreadable += 1
                    continue
                }
                entries[entry.number] = entry
                order.append(entry.number)
            case .actionEnded:
                // The end of an action without its beginning, which was overwritten, is useless.
                guard let number = fields.integer(), let entry = entries[number] else { continue }
                entries[number] = end(entry, &fields)
            case .runBegan:
                guard let run = run(&fields) else { continue }
                runs[run.number] = run
                runOrder.append(run.number)
            case .runEnded: endRun(&fields, among: &runs)
            case .notice:
                if let notice = notice(&fields) { notices.append(notice) }
            case .gap: break
            }
        }
        let damages = contents.damages + (unreadable > 0 ? ["\(unreadable) actions cannot be decoded"] : [])
        return Recording(
            entries: order.suffix(contents.header.capacity).compactMap { entries[$0] },
            runs: runOrder.compactMap { runs[$0] },
            notices: notices,
            rules: rules,
            startOfDay: contents.header.startOfDay,
            damage: damages.isEmpty ? nil : RecordingError(damages.joined(separator: "; ")),
            isRedacted: isRedacted
        )
    }

    private func endRun(_ fields: inout ByteReader, among runs: inout [Int: RecordedRun]) {
        guard let number = fields.integer(), let time = fields.word(), let code = fields.uint32(),
            let detail = fields.integer(), let text = fields.text(), let attempts = fields.integer(),
            let ending = RunEndField.ending(code, detail, text)
        else { return }
        runs[number]?.end(at: .nanoseconds(time), ending, attempts: attempts)
    }

    private func entry(_ fields: inout ByteReader, among entries: [Int: Entry], _ isRedacted: inout Bool) -> Entry? {
        guard let number = fields.integer(), let origin = fields.integer(), let run = fields.integer(),
            let thread = fields.integer(), let time = fields.word(),
            let action = value(&fields, decodeAction),
            let file = fields.text(), let function = fields.text(), let line = fields.word(),
            let steps = steps(&fields, &isRedacted), let store = fields.text()
        else { return nil }
        let cause = origin == 0 ? nil : origin
        let place = ActionSource(file: file, function: function, line: UInt(line), info: nil)
        let before = cause.flatMap { entries[$0] }
        var source = before?.source ?? place.processed(as: origin)
        for step in steps { source = source.derived(by: filled(step, answering: before)) }
        return Entry(
            number: number,
            store: store.isEmpty ? nil : store,
            cause: cause,
            action: action.value,
            source: source.processed(as: number),
            time: .nanoseconds(time),
            durations: RecordedDurations(ActionTimes()),
            thread: thread,
            run: run == 0 ? nil : run,
            stateBefore: nil,
            stateAfter: nil,
            isDone: false,
            recordedChange: nil,
            actionDescription: action.text,
            beforeDescription: nil,
            afterDescription: nil,
            shortened: action.isShortened ? .action : []
        )
    }

    private func end(_ entry: Entry, _ fields: inout ByteReader) -> Entry? {
        guard let handling = fields.word(), let reducing = fields.word(), let notifying = fields.word(),
            let running = fields.word(), let done = fields.word(), let change = fields.text(),
            let before = value(&fields, decodeState), let after = value(&fields, decodeState),
            let kept = fields.uint32().flatMap({ FileChange(rawValue: $0) })
        else { return entry }
        var times = ActionTimes(handling: handling)
        (times.reducing, times.notifying, times.running, times.done) = (reducing, notifying, running, done)
        var copy = entry
        copy.durations = RecordedDurations(times)
        copy.stateBefore = before.value
        copy.stateAfter = after.value
        copy.isDone = true
        copy.recordedChange = kept == .notKept ? nil : change
        if kept == .shortened { copy.shortened.insert(.change) }
        if before.isShortened || after.isShortened { copy.shortened.insert(.state) }
        copy.beforeDescription = before.text
        copy.afterDescription = after.text
        return copy
    }

    /// Returns the steps since the cause, oldest first.
    private func steps(
        _ fields: inout ByteReader,
        _ isRedacted: inout Bool
    ) -> [(step: ActionSource.Step, isTemplate: Bool)]? {
        guard let count = fields.uint32() else { return nil }
        if count & FileLayout.redactedTrail != 0 { isRedacted = true }
        var steps: [(step: ActionSource.Step, isTemplate: Bool)] = []
        for _ in 0..<(count & ~FileLayout.redactedTrail) {
            guard let isTemplate = fields.uint32(), let step = step(&fields) else { return nil }
            steps.append((step, isTemplate == 1))
        }
        return steps.reversed()
    }

    private func step(_ fields: inout ByteReader) -> ActionSource.Step? {
        guard let kind = fields.text(), let text = fields.text(), let key = fields.text(), let file = fields.text(),
            let function = fields.text(), let line = fields.word()
        else { return nil }
        return ActionSource.Step(
            kind: kind,
            text: text,
            key: key.isEmpty ? nil : key,
            file: file,
            function: function,
            line: UInt(line)
        )
    }

    /// Returns a step with the cause inserted into its template.
    private func filled(
        _ recorded: (step: ActionSource.Step, isTemplate: Bool),
        answering cause: Entry?
    ) -> ActionSource.Step {
        let step = recorded.step
        guard recorded.isTemplate else { return step }
        let text = step.text.split(
            separator: ActionSource.Step.placeholder,
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        .joined(separator: cause?.actionText ?? "…")
        return ActionSource.Step(
            kind: step.kind,
            text: text,
            key: step.key,
            file: step.file,
            function: step.function,
            line: step.line
        )
    }

    private func run(_ fields: inout ByteReader) -> RecordedRun? {
        guard let number = fields.integer(), let cause = fields.integer(), let began = fields.word(),
            let kind = fields.text(), let name = fields.text(), let file = fields.text(), let line = fields.word(),
            let key = fields.text()
        else { return nil }
        return RecordedRun(
            number: number,
            cause: cause == 0 ? nil : cause,
            kind: kind,
            name: name,
            key: key.isEmpty ? nil : key,
            file: file,
            line: UInt(line),
            began: .nanoseconds(began)
        )
    }

    private func notice(_ fields: inout ByteReader) -> RecordedNotice? {
        guard let kind = fields.text().flatMap({ RecordedNotice.Kind(rawValue: $0) }), let reason = fields.text(),
            let action = fields.integer(), let cause = fields.integer(), let run = fields.integer(),
            let time = fields.word(), let hasText = fields.uint32(), let text = fields.text(), let rule = step(&fields),
            let presentations = presentations(&fields)
        else { return nil }
        return RecordedNotice(
            kind: kind,
            reason: reason,
            rule: rule,
            action: action == 0 ? nil : action,
            actionText: hasText == 1 ? text : nil,
            cause: cause == 0 ? nil : cause,
            run: run == 0 ? nil : run,
            time: .nanoseconds(time),
            presentations: presentations
        )
    }

    private func presentations(_ fields: inout ByteReader) -> [PresentationPlace]? {
        guard let count = fields.uint32() else { return nil }
        var presentations: [PresentationPlace] = []
        for _ in 0..<count {
            guard let id = fields.text(), let container = fields.text(), let place = fields.text() else { return nil }
            presentations.append(PresentationPlace(id: id, container: container, place: place))
        }
        return presentations
    }

    /// A value of a record, or its text.
    private struct Field<Value> {
        var value: Value?
        var text: String?
        var isShortened = false
    }

    private func value<Value>(_ fields: inout ByteReader, _ decode: (ArraySlice<UInt8>) -> Value?) -> Field<Value>? {
        switch fields.uint32().flatMap({ FileField(rawValue: $0) }) {
        case .nothing: return Field()
        case .description: return fields.text().map { Field(text: $0) }
        case .shortened: return fields.text().map { Field(text: $0, isShortened: true) }
        case .encoded:
            guard let json = fields.blob() else { return nil }
            let value = decode(json)
            return Field(value: value, text: value == nil ? String(decoding: json, as: UTF8.self) : nil)
        case nil: return nil
        }
    }

    private func decodeState(_ json: ArraySlice<UInt8>) -> StateType? {
        func decoded<Value: Decodable>(as type: Value.Type) -> Any? {
            try? ValueEncoder.decode(type, from: json)
        }
        return (StateType.self as? any Decodable.Type).flatMap { decoded(as: $0) } as? StateType
    }
}

extension Recording where ActionType: Decodable & SendableMetatype {
    /// Reads the recording that a process has left in a file.
    ///
    /// Of a damaged or truncated file, all readable actions are returned, and ``damage`` describes
    /// the rest. After a crash, the last action is the one that was being processed; it is not
    /// done. States are included if the recorder kept them and they are `Codable`.
    ///
    /// - Throws: A ``RecordingError`` if the file does not exist, is not a recording, or has an
    ///   unknown version.
    /// - Complexity: O(*n*) in the size of the file.
    public init(file: String) throws(RecordingError) {
        self = FileValues(reading: ActionType.self).recording(of: try FileReading.contents(of: file))
    }
}
