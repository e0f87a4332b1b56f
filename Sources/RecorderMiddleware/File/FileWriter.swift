// SPDX-License-Identifier: MIT

import RexCore
import StateComparison

/// Writes the records of one store; its memory is used again for each.
///
/// It is a class so that who records for a store can hold one. One thread at a time may use it.
@usableFromInline final class FileWriter {
    private let file: RecordingFile
    private let encoder = ValueEncoder()
    private let fields = Cell(ByteWriter())

    init(_ file: RecordingFile) {
        self.file = file
    }

    /// Writes an action that begins.
    ///
    /// - Parameter encode: encodes the action with the encoder that it gets, which may be impossible.
    @usableFromInline func begin(
        _ head: RecordHead,
        of action: Any,
        encoding encode: (ValueEncoder) -> [UInt8]?,
        at time: UInt64,
        start: UInt64
    ) {
        let (source, json) = (head.source, encode(encoder))
        append(.actionBegan) { fields in
            fields.integer(head.number)
            fields.word(head.origin.cause)
            fields.integer(head.origin.task)
            fields.integer(head.thread)
            fields.word(max(time, start) - start)
            value(action, json, &fields)
            fields.text(source.file)
            fields.text(source.function)
            fields.word(UInt64(source.line))
            let trail = source.trail
            fields.half(UInt32(trail.count))
            for step in trail { text(of: step, &fields) }
        }
    }

    @usableFromInline func end(_ head: RecordHead, before: Any?, after: Any?, start: UInt64) {
        let times = head.times
        append(.actionEnded) { fields in
            fields.integer(head.number)
            fields.word(times.handling - start)
            fields.word(times.reducing - start)
            fields.word(times.notifying - start)
            fields.word(times.running - start)
            fields.word(times.done - start)
            text(head.change, &fields)
            state(before, &fields)
            state(after, &fields)
        }
    }

    func begin(_ run: RecordedRun) {
        append(.runBegan) { fields in
            fields.integer(run.number)
            fields.integer(run.cause ?? 0)
            fields.word(run.began.nanoseconds)
            fields.text(run.kind)
            text(run.name, &fields)
            fields.text(run.file)
            fields.word(UInt64(run.line))
        }
    }

    func end(_ number: Int, at time: Duration, isCancelled: Bool) {
        append(.runEnded) { fields in
            fields.integer(number)
            fields.word(time.nanoseconds)
            fields.half(isCancelled ? 1 : 0)
        }
    }

    private func append(_ kind: FileRecord.Kind, _ write: (inout ByteWriter) -> Void) {
        fields.withValue { fields in
            fields.removeAll()
            write(&fields)
            fields.align()
            file.append(kind, fields.bytes[...])
        }
    }

    private func text(of step: ActionSource.Step, _ fields: inout ByteWriter) {
        fields.text(step.kind)
        text(step.text, &fields)
        text(step.key, &fields)
        fields.text(step.file)
        fields.text(step.function)
        fields.word(UInt64(step.line))
    }

    private func state(_ state: Any?, _ fields: inout ByteWriter) {
        guard let state else { return fields.half(FileField.nothing.rawValue) }
        value(state, (state as? any Encodable).flatMap { encoder.encode($0) }, &fields)
    }

    /// A value, encoded; or its description, if it cannot be encoded, or is too long.
    private func value(_ value: Any, _ json: [UInt8]?, _ fields: inout ByteWriter) {
        if let json, json.count <= file.longestField {
            fields.half(FileField.encoded.rawValue)
            fields.blob(json)
        } else {
            fields.half(FileField.description.rawValue)
            text(ValueText.bounded(value), &fields)
        }
    }

    /// A text, as far as there is room.
    private func text(_ text: String?, _ fields: inout ByteWriter) {
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
