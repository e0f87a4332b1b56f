// SPDX-License-Identifier: MIT

import RexCore
import StateComparison

/// Writes the records of one store.
///
/// Its memory is reused for each record.
///
/// It is a class, so that middlewares and observers of the store can share it. One thread at a time
/// may use it. Heads are passed as `inout` to avoid copies; they are not changed.
@usableFromInline final class FileWriter {
    private let file: RecordingFile
    /// The encoder, which contains the current record and encodes values in place.
    private let encoder: ValueEncoder
    /// The most bytes that are kept of a text, and of the name of a file or function.
    private let (longestText, longestName): (Int, Int)

    /// For the newest actions, by the lower bits of their numbers: the origin of their causal
    /// chain.
    ///
    /// Finding it otherwise means walking the chain.
    private let origins = Cell<[ChainOrigin]>([])

    /// An action, and the source location of the first action in its causal chain.
    private struct ChainOrigin {
        var number = 0
        var file = ""
        var function = ""
        var line: UInt = 0
    }

    /// Writes the values in texts if the recorder redacts, otherwise nil.
    private let writing: ((Any) -> String)?
    /// The name of the store, or nil if it has none.
    private let storeName: String?

    init(_ file: RecordingFile, storeName: String? = nil, writing: ((Any) -> String)? = nil) {
        self.file = file
        self.storeName = storeName
        encoder = ValueEncoder(upTo: file.longestField)
        (longestText, longestName) = (file.longestField, file.longestField / 4)
        self.writing = writing
    }

    /// Writes the beginning of an action.
    ///
    /// - Parameters:
    ///   - encode: Appends the action with the given encoder. Returns false if it cannot be
    ///     encoded.
    ///   - action: Returns the action. It is called if the action cannot be encoded.
    @usableFromInline func begin(
        _ head: inout RecordHead,
        encoding encode: (ValueEncoder) -> Bool,
        of action: () -> Any,
        at time: UInt64,
        start: UInt64
    ) {
        encoder.withBytes { fields in
            fields.removeAll()
            fields.integer(head.number)
            fields.integer(head.origin.cause ?? 0)
            fields.integer(head.origin.task ?? 0)
            fields.integer(head.thread)
            fields.word(max(time, start) - start)
        }
        writeValue(encode, of: action)
        encoder.withBytes { fields in
            let origin = origin(of: &head)
            writeName(origin.file, &fields)
            writeName(origin.function, &fields)
            fields.word(UInt64(origin.line))
            writeSteps(of: &head, &fields)
            writeName(storeName ?? "", &fields)
            append(.actionBegan, &fields)
        }
    }

    /// Returns the origin of an action's causal chain.
    ///
    /// Its location is that of the source, which derived sources preserve.
    private func origin(of head: inout RecordHead) -> ChainOrigin {
        let cause = head.origin.cause
        return origins.withValue { origins in
            if origins.isEmpty { origins = [ChainOrigin](repeating: ChainOrigin(), count: 64) }
            var origin = cause.map { origins[$0 & 63] } ?? ChainOrigin()
            if cause == nil || origin.number != cause {
                let source = head.source
                origin = ChainOrigin(file: source.file, function: source.function, line: source.line)
            }
            origin.number = head.number
            origins[head.number & 63] = origin
            return origin
        }
    }

    /// Writes the end of an action.
    @usableFromInline func end(_ head: inout RecordHead, start: UInt64) {
        encoder.withBytes { fields in
            writeTimes(of: &head, start, &fields)
            fields.text("")
            writeNoStates(&fields)
            fields.uint32(FileChange.notKept.rawValue)
            append(.actionEnded, &fields)
        }
    }

    /// Writes the end of an action, with the states or with their differences.
    @usableFromInline func end<StateType>(
        _ head: inout RecordHead,
        from before: StateType,
        to after: StateType,
        asChange: Bool,
        start: UInt64
    ) {
        encoder.withBytes { fields in
            writeTimes(of: &head, start, &fields)
            if asChange {
                let isCut = writeChange(StateComparison(of: before, and: after), &fields)
                writeNoStates(&fields)
                fields.uint32((isCut ? FileChange.shortened : .kept).rawValue)
            } else {
                fields.text("")
            }
        }
        if !asChange {
            writeState(before)
            writeState(after)
            encoder.withBytes { $0.uint32(FileChange.notKept.rawValue) }
        }
        encoder.withBytes { append(.actionEnded, &$0) }
    }

    private func writeTimes(of head: inout RecordHead, _ start: UInt64, _ fields: inout ByteBuffer) {
        fields.removeAll()
        fields.integer(head.number)
        fields.word(head.times.handling - start)
        fields.word(head.times.reducing - start)
        fields.word(head.times.notifying - start)
        fields.word(head.times.running - start)
        fields.word(head.times.done - start)
    }

    private func writeNoStates(_ fields: inout ByteBuffer) {
        fields.uint32(FileField.nothing.rawValue)
        fields.uint32(FileField.nothing.rawValue)
    }

    /// Writes the differences as text, piece by piece, and returns whether they are cut.
    private func writeChange(_ comparison: StateComparison, _ fields: inout ByteBuffer) -> Bool {
        let start = fields.count
        fields.uint32(0)
        comparison.writeText { fields.append($0) }
        let isCut = fields.count - start - 4 > longestText
        finishText(from: start, upTo: longestText, &fields)
        return isCut
    }

    /// Writes the length before a text that was appended, and cuts a text that is too long.
    private func finishText(from start: Int, upTo longest: Int, _ fields: inout ByteBuffer) {
        fields.cut(from: start + 4, to: longest)
        fields.replaceUInt32(at: start, with: UInt32(fields.count - start - 4))
    }

    /// Writes the steps since the cause, newest first, and skips the oldest ones if there are too
    /// many.
    private func writeSteps(of head: inout RecordHead, _ fields: inout ByteBuffer) {
        let start = fields.count
        fields.uint32(0)
        var (count, omitted) = (0, 0)
        let cause = head.origin.cause
        head.source.forEachStep(since: cause, usesTemplates: cause != nil, writing: writing) { step, _, isTemplate in
            if fields.count < 5 * longestText / 2 {
                write(step, isTemplate, &fields)
                count += 1
            } else {
                omitted += 1
            }
        }
        if omitted > 0 {
            write(.here(kind: "omission", text: "(\(omitted) earlier lines left out)"), false, &fields)
            count += 1
        }
        fields.replaceUInt32(at: start, with: UInt32(count) | (writing == nil ? 0 : FileLayout.redactedTrail))
    }

    func begin(_ run: RecordedRun) {
        encoder.withBytes { fields in
            fields.removeAll()
            fields.integer(run.number)
            fields.integer(run.cause ?? 0)
            fields.word(run.began.nanoseconds)
            writeName(run.kind, &fields)
            writeText(run.name, &fields)
            writeName(run.file, &fields)
            fields.word(UInt64(run.line))
            writeText(run.key ?? "", &fields)
            append(.runBegan, &fields)
        }
    }

    func end(_ number: Int, at time: Duration, _ ending: RecordedRun.Ending, attempts: Int) {
        encoder.withBytes { fields in
            fields.removeAll()
            fields.integer(number)
            fields.word(time.nanoseconds)
            let end = RunEndField(ending)
            fields.uint32(end.code)
            fields.integer(end.number)
            writeText(end.text, &fields)
            fields.integer(attempts)
            append(.runEnded, &fields)
        }
    }

    func note(_ notice: RecordedNotice) {
        encoder.withBytes { fields in
            fields.removeAll()
            fields.text(notice.kind.rawValue)
            writeName(notice.reason, &fields)
            fields.integer(notice.action ?? 0)
            fields.integer(notice.cause ?? 0)
            fields.integer(notice.run ?? 0)
            fields.word(notice.time.nanoseconds)
            fields.uint32(notice.actionText == nil ? 0 : 1)
            writeText(notice.actionText ?? "", &fields)
            write(notice.rule, &fields)
            fields.uint32(UInt32(notice.presentations.count))
            for presentation in notice.presentations {
                writeName(presentation.id, &fields)
                writeName(presentation.container, &fields)
                writeName(presentation.place, &fields)
            }
            append(.notice, &fields)
        }
    }

    private func append(_ kind: FileRecord.Kind, _ fields: inout ByteBuffer) {
        fields.align()
        file.append(kind, fields)
    }

    private func write(_ step: ActionSource.Step, _ isTemplate: Bool, _ fields: inout ByteBuffer) {
        fields.uint32(isTemplate ? 1 : 0)
        write(step, &fields)
    }

    private func write(_ step: ActionSource.Step, _ fields: inout ByteBuffer) {
        writeName(step.kind, &fields)
        writeText(step.text, &fields)
        writeName(step.key ?? "", &fields)
        writeName(step.file, &fields)
        writeName(step.function, &fields)
        fields.word(UInt64(step.line))
    }

    private func writeState(_ state: Any) {
        writeValue({ encoder in (state as? any Encodable).map { encoder.append($0) } ?? false }, of: { state })
    }

    /// Writes an encoded value.
    ///
    /// Writes its description if it cannot be encoded or is too long.
    private func writeValue(_ encode: (ValueEncoder) -> Bool, of value: () -> Any) {
        let start = encoder.withBytes { fields in
            fields.uint32(FileField.encoded.rawValue)
            fields.uint32(0)
            return fields.count
        }
        let isEncoded = encode(encoder)
        let isTooLong = !isEncoded && encoder.isTooLong
        encoder.withBytes { fields in
            guard !isEncoded else { return fields.replaceUInt32(at: start - 4, with: UInt32(fields.count - start)) }
            fields.removeAll(after: start - 8)
            fields.uint32((isTooLong ? FileField.shortened : .description).rawValue)
            writeText(ValueText.bounded(value(), textsTo: min(longestName, 1_000)), &fields)
        }
    }

    private func writeText(_ text: String, _ fields: inout ByteBuffer) { writeText(text, upTo: longestText, &fields) }

    private func writeName(_ text: String, _ fields: inout ByteBuffer) { writeText(text, upTo: longestName, &fields) }

    /// Writes a text, cut to `longest` bytes.
    private func writeText(_ text: String, upTo longest: Int, _ fields: inout ByteBuffer) {
        guard text.utf8.count > longest else { return fields.text(text) }
        let start = fields.count
        fields.uint32(0)
        fields.append(text.utf8.prefix(longest + 1))
        finishText(from: start, upTo: longest, &fields)
    }
}

@available(*, unavailable)
extension FileWriter: Sendable {}
