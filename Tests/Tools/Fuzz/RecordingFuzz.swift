// SPDX-License-Identifier: MIT

/// The entry point of libFuzzer.
///
/// The reader must return a recording or throw, whatever the file contains.
///
/// The first byte of the input chooses what the rest is: the file itself, or the records of a file. A file that is built
/// from records has correct checksums, so that the code after the checks is reached too.
///
/// `make check PARTS=fuzz` compiles it together with the sources of the reader, as one module.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRecording(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = bytes.first else { return 0 }
    let file = first < 128 ? Array(bytes.dropFirst()) : fileOfRecords(bytes.dropFirst())
    guard let contents = try? FileContents(file) else { return 0 }
    precondition(first < 128 || contents.damages.isEmpty, "An undamaged file has damages: \(contents.damages).")
    let recording: Recording<[String: Int], [Int]> = FileValues(reading: [String: Int].self).recording(of: contents)
    for entry in recording.entries {
        precondition(entry.durations.total >= .zero, "An action has a negative duration.")
        _ = (entry.actionText, entry.change, entry.source.info, recording.explain(entry))
    }
    for run in recording.runs { _ = recording.explain(run) }
    for notice in recording.notices { _ = recording.explain(notice) }
    return 0
}

/// Builds an undamaged file from `bytes`.
///
/// Each record takes a kind, a length, and as many bytes as the length says.
private func fileOfRecords(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var records = ByteBuffer()
    var rest = bytes
    while let kind = rest.popFirst(), let length = rest.popFirst() {
        var payload = ByteBuffer()
        payload.append(rest.prefix(Int(length)))
        payload.align()
        rest = rest.dropFirst(Int(length))
        let (size, number) = (FileLayout.recordHeader + payload.count, UInt32(1 + kind % 5))
        let position = records.count
        records.uint32(UInt32(size))
        records.uint32(number)
        records.integer(position)
        records.word(
            payload.withBytes { FileRecord.checksum(size: size, kind: number, position: position, $0) }
        )
        records.append(payload.bytes)
    }
    let header = FileHeader(capacity: 100, startOfDay: 0, process: 1, ringSize: records.count + 64)
    let index = FileIndex(turn: 1, tail: 0, head: records.count)
    var file = FileLayout.beginning(header)
    file.replaceSubrange((file.count - FileIndex.size)..., with: index.bytes)
    return file + records.bytes + [UInt8](repeating: 0, count: 64)
}
