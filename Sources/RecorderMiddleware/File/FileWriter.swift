// SPDX-License-Identifier: MIT

import RexCore
import StateComparison

/// Writes the records of one store; its memory is used again for each.
///
/// It is a class so that who records for a store can hold one. One thread at a time may use it.
/// Heads are passed as `inout`, though nothing is changed, because they would be copied otherwise.
@usableFromInline final class FileWriter {
    private let file: RecordingFile
    /// Has the record that is being written, with its values where they belong.
    private let encoder: ValueEncoder
    /// The number of bytes that are kept of a text, and of the name of a file or function.
    private let (longestText, longestName): (Int, Int)

    /// Of the newest actions, by the last bits of their numbers, where the chain began that led to
    /// them: to find that out takes the way back along the chain.
    private let origins = Cell<[ChainOrigin]>([])

    /// An action, and the place of the first one of its chain.
    private struct ChainOrigin {
        var number = 0
        var file = ""
        var function = ""
        var line: UInt = 0
    }

    /// Writes values in texts if something must not be seen; nil if all may be.
    private let writing: ((Any) -> String)?
    /// The name of the store, which each action has at its end; nil if the store has none.
    private let storeName: String?

    init(_ file: RecordingFile, storeName: String? = nil, writing: ((Any) -> String)? = nil) {
        self.file = file
        self.storeName = storeName
        encoder = ValueEncoder(upTo: file.longestField)
        (longestText, longestName) = (file.longestField, file.longestField / 4)
        self.writing = writing
    }

    /// Writes an action that begins.
    ///
    /// - Parameters:
    ///   - encode: appends the action with the encoder that it gets; false if that is impossible.
    ///   - action: called for the action itself if it cannot be encoded.
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
        value(encode, of: action)
        encoder.withBytes { fields in
            let source = head.source
            let origin = origin(of: source, head.number, head.origin.cause)
            name(origin.file, &fields)
            name(origin.function, &fields)
            fields.word(UInt64(origin.line))
            steps(of: source, since: head.origin.cause, &fields)
            if let storeName { name(storeName, &fields) }
            append(.actionBegan, &fields)
        }
    }

    /// The action with which a chain began: its source has the file and line of its cause's.
    private func origin(of source: ActionSource, _ number: Int, _ cause: Int?) -> ChainOrigin {
        origins.withValue { origins in
            if origins.isEmpty { origins = [ChainOrigin](repeating: ChainOrigin(), count: 64) }
            var origin = origins[(cause ?? 0) & 63]
            if cause == nil || origin.number != cause {
                origin = ChainOrigin(file: source.file, function: source.function, line: source.line)
            }
            origin.number = number
            origins[number & 63] = origin
            return origin
        }
    }

    /// Writes that an action is done.
    @usableFromInline func end(_ head: inout RecordHead, start: UInt64) {
        encoder.withBytes { fields in
            writeTimes(of: &head, start, &fields)
            fields.text("")
            writeNoStates(&fields)
            fields.half(FileChange.notKept.rawValue)
            append(.actionEnded, &fields)
        }
    }

    /// Writes that an action is done, with the states, or with what differs between them.
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
                change(StateComparison(of: before, and: after), &fields)
                writeNoStates(&fields)
                fields.half(FileChange.kept.rawValue)
            } else {
                fields.text("")
            }
        }
        if !asChange {
            state(before)
            state(after)
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
        fields.half(FileField.nothing.rawValue)
        fields.half(FileField.nothing.rawValue)
    }

    /// Writes the differences as text, piece by piece.
    private func change(_ comparison: StateComparison, _ fields: inout ByteBuffer) {
        let start = fields.count
        fields.half(0)
        comparison.writeText { fields.append($0) }
        endText(from: start, upTo: longestText, &fields)
    }

    /// Writes the length of a text that begins with it, as far as the text is kept.
    private func endText(from start: Int, upTo longest: Int, _ fields: inout ByteBuffer) {
        fields.cut(behind: start + 4, to: longest)
        fields.replaceHalf(at: start, with: UInt32(fields.count - start - 4))
    }

    /// Writes the steps since the cause, the newest one first, as far as there is room.
    private func steps(of source: ActionSource, since cause: Int?, _ fields: inout ByteBuffer) {
        let start = fields.count
        fields.half(0)
        var (count, omitted) = (0, 0)
        source.forEachStep(since: cause, writing: writing) { step, isTemplate in
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
        fields.replaceHalf(at: start, with: UInt32(count) | (writing == nil ? 0 : FileLayout.redactedTrail))
    }

    func begin(_ run: RecordedRun) {
        encoder.withBytes { fields in
            fields.removeAll()
            fields.integer(run.number)
            fields.integer(run.cause ?? 0)
            fields.word(run.began.nanoseconds)
            name(run.kind, &fields)
            text(run.name, &fields)
            name(run.file, &fields)
            fields.word(UInt64(run.line))
            text(run.key ?? "", &fields)
            append(.runBegan, &fields)
        }
    }

    func end(_ number: Int, at time: Duration, _ ending: RecordedRun.Ending, attempts: Int) {
        encoder.withBytes { fields in
            fields.removeAll()
            fields.integer(number)
            fields.word(time.nanoseconds)
            let end = RunEndField(ending)
            fields.half(end.code)
            fields.integer(end.number)
            text(end.text, &fields)
            fields.integer(attempts)
            append(.runEnded, &fields)
        }
    }

    func note(_ notice: RecordedNotice) {
        encoder.withBytes { fields in
            fields.removeAll()
            fields.text(notice.kind.rawValue)
            name(notice.reason, &fields)
            fields.integer(notice.action ?? 0)
            fields.integer(notice.cause ?? 0)
            fields.integer(notice.run ?? 0)
            fields.word(notice.time.nanoseconds)
            fields.half(notice.actionText == nil ? 0 : 1)
            text(notice.actionText ?? "", &fields)
            write(notice.rule, &fields)
            append(.notice, &fields)
        }
    }

    private func append(_ kind: FileRecord.Kind, _ fields: inout ByteBuffer) {
        fields.align()
        file.append(kind, fields)
    }

    private func write(_ step: ActionSource.Step, _ isTemplate: Bool, _ fields: inout ByteBuffer) {
        fields.half(isTemplate ? 1 : 0)
        write(step, &fields)
    }

    private func write(_ step: ActionSource.Step, _ fields: inout ByteBuffer) {
        name(step.kind, &fields)
        text(step.text, &fields)
        name(step.key ?? "", &fields)
        name(step.file, &fields)
        name(step.function, &fields)
        fields.word(UInt64(step.line))
    }

    private func state(_ state: Any) {
        value({ encoder in (state as? any Encodable).map { encoder.append($0) } ?? false }, of: { state })
    }

    /// A value, encoded; or its description, if it cannot be encoded, or is too long.
    private func value(_ encode: (ValueEncoder) -> Bool, of value: () -> Any) {
        let start = encoder.withBytes { fields in
            fields.half(FileField.encoded.rawValue)
            fields.half(0)
            return fields.count
        }
        let isEncoded = encode(encoder)
        encoder.withBytes { fields in
            guard !isEncoded else { return fields.replaceHalf(at: start - 4, with: UInt32(fields.count - start)) }
            fields.removeAll(behind: start - 8)
            fields.half(FileField.description.rawValue)
            text(ValueText.bounded(value(), textsTo: min(longestName, 1_000)), &fields)
        }
    }

    private func text(_ text: String, _ fields: inout ByteBuffer) { self.text(text, upTo: longestText, &fields) }

    private func name(_ text: String, _ fields: inout ByteBuffer) { self.text(text, upTo: longestName, &fields) }

    /// A text, as far as there is room.
    private func text(_ text: String, upTo longest: Int, _ fields: inout ByteBuffer) {
        guard text.utf8.count > longest else { return fields.text(text) }
        let start = fields.count
        fields.half(0)
        fields.append(text.utf8.prefix(longest + 1))
        endText(from: start, upTo: longest, &fields)
    }
}

@available(*, unavailable)
extension FileWriter: Sendable {}
