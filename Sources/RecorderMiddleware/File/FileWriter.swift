// SPDX-License-Identifier: MIT

import RexCore
import StateComparison

/// Writes the records of one store; its memory is used again for each.
///
/// It is a class so that who records for a store can hold one. One thread at a time may use it.
@usableFromInline final class FileWriter {
    private let file: RecordingFile
    private let encoder = ValueEncoder()
    private var fields = ByteWriter()

    init(_ file: RecordingFile) {
        self.file = file
    }

    @usableFromInline func begin<ActionType, StateType>(
        _ record: borrowing RecordedAction<ActionType, StateType>,
        start: UInt64
    ) {
        let source = record.source
        fields.removeAll()
        fields.integer(record.number)
        fields.integer(record.cause)
        fields.integer(record.run)
        fields.integer(record.thread)
        fields.word(record.times.handling - start)
        value(record.action)
        fields.text(source.file)
        fields.text(source.function)
        fields.word(UInt64(source.line))
        let trail = source.trail
        fields.half(UInt32(trail.count))
        for step in trail { text(of: step) }
        finish(.actionBegan)
    }

    @usableFromInline func end<ActionType, StateType>(
        _ record: borrowing RecordedAction<ActionType, StateType>,
        start: UInt64
    ) {
        let times = record.times
        fields.removeAll()
        fields.integer(record.number)
        for time in [times.handling, times.reducing, times.notifying, times.running, times.done] {
            fields.word(time - start)
        }
        text(record.change)
        if let before = record.before { value(before) } else { nothing() }
        if let after = record.after { value(after) } else { nothing() }
        finish(.actionEnded)
    }

    func begin(_ run: RecordedRun) {
        fields.removeAll()
        fields.integer(run.number)
        fields.integer(run.cause ?? 0)
        fields.word(run.began.nanoseconds)
        fields.text(run.kind)
        text(run.name)
        fields.text(run.file)
        fields.word(UInt64(run.line))
        finish(.runBegan)
    }

    func end(_ number: Int, at time: Duration, isCancelled: Bool) {
        fields.removeAll()
        fields.integer(number)
        fields.word(time.nanoseconds)
        fields.half(isCancelled ? 1 : 0)
        finish(.runEnded)
    }

    private func finish(_ kind: FileRecord.Kind) {
        fields.align()
        file.append(kind, fields.bytes[...])
    }

    private func text(of step: ActionSource.Step) {
        fields.text(step.kind)
        text(step.text)
        text(step.key)
        fields.text(step.file)
        fields.text(step.function)
        fields.word(UInt64(step.line))
    }

    /// A value, encoded; or its description, if it cannot be encoded, or is too long.
    private func value(_ value: Any) {
        if let value = value as? any Encodable, let json = encoder.encode(value), json.count <= file.longestField {
            fields.half(FileField.encoded.rawValue)
            fields.blob(json)
        } else {
            fields.half(FileField.description.rawValue)
            text(ValueText.bounded(value))
        }
    }

    private func nothing() { fields.half(FileField.nothing.rawValue) }

    /// A text, as far as there is room.
    private func text(_ text: String?) {
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
