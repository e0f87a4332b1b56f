// SPDX-License-Identifier: MIT

import RexCore
import StateComparison

/// Writes the records of one store; its memory is used again for each.
///
/// It is a class so that who records for a store can hold one. One thread at a time may use it. Heads are passed as
/// `inout`, though nothing is changed, because they would be copied otherwise.
@usableFromInline final class FileWriter {
    private let file: RecordingFile
    /// Has the record that is being written, with its values where they belong.
    private let encoder = ValueEncoder()

    init(_ file: RecordingFile) {
        self.file = file
    }

    /// Writes an action that begins.
    ///
    /// - `encode`: appends the action with the encoder that it gets; false if that is impossible.
    /// - `action`: called for the action itself if it cannot be encoded.
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
            fields.text(source.file)
            fields.text(source.function)
            fields.word(UInt64(source.line))
            let trail = source.trail
            fields.half(UInt32(trail.count))
            for step in trail { text(of: step, &fields) }
            append(.actionBegan, &fields)
        }
    }

    /// Writes that an action is done.
    @usableFromInline func end(_ head: inout RecordHead, start: UInt64) {
        encoder.withBytes { fields in
            writeTimes(of: &head, start, &fields)
            fields.text("")
            writeNoStates(&fields)
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

    /// What differs, as text, piece by piece.
    private func change(_ comparison: StateComparison, _ fields: inout ByteBuffer) {
        let start = fields.count
        fields.half(0)
        comparison.writeText { fields.append($0) }
        let count = fields.count - start - 4
        if count <= file.longestField {
            fields.replaceHalf(at: start, with: UInt32(count))
        } else {
            fields.removeAll(behind: start)
            text(comparison.text, &fields)
        }
    }

    func begin(_ run: RecordedRun) {
        encoder.withBytes { fields in
            fields.removeAll()
            fields.integer(run.number)
            fields.integer(run.cause ?? 0)
            fields.word(run.began.nanoseconds)
            fields.text(run.kind)
            text(run.name, &fields)
            fields.text(run.file)
            fields.word(UInt64(run.line))
            append(.runBegan, &fields)
        }
    }

    func end(_ number: Int, at time: Duration, isCancelled: Bool) {
        encoder.withBytes { fields in
            fields.removeAll()
            fields.integer(number)
            fields.word(time.nanoseconds)
            fields.half(isCancelled ? 1 : 0)
            append(.runEnded, &fields)
        }
    }

    private func append(_ kind: FileRecord.Kind, _ fields: inout ByteBuffer) {
        fields.align()
        file.append(kind, fields)
    }

    private func text(of step: ActionSource.Step, _ fields: inout ByteBuffer) {
        fields.text(step.kind)
        text(step.text, &fields)
        text(step.key, &fields)
        fields.text(step.file)
        fields.text(step.function)
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
        let isWritten = encoder.withBytes { fields in
            let count = fields.count - start
            guard isEncoded, count <= file.longestField else {
                fields.removeAll(behind: start - 8)
                return false
            }
            fields.replaceHalf(at: start - 4, with: UInt32(count))
            return true
        }
        guard !isWritten else { return }
        let description = ValueText.bounded(value())
        encoder.withBytes { fields in
            fields.half(FileField.description.rawValue)
            text(description, &fields)
        }
    }

    /// A text, as far as there is room.
    private func text(_ text: String?, _ fields: inout ByteBuffer) {
        guard let text else { return fields.text("") }
        guard text.utf8.count > file.longestField else { return fields.text(text) }
        fields.text(String(decoding: text.utf8.prefix(file.longestField), as: UTF8.self) + "…")
    }
}

@available(*, unavailable)
extension FileWriter: Sendable {}

/// How a value stands in a record.
enum FileField: UInt32 {
    case nothing
    case encoded
    case description
}

extension Duration {
    /// As a whole number of nanoseconds.
    var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    }
}
