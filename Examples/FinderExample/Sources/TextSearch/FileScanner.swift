// SPDX-License-Identifier: MIT

import Foundation

/// Searches files in sequence, some megabytes at a time.
///
/// It uses one open file and one window of memory, for files and lines of any size. Several
/// scanners share a ``FileWalk``. A file is read up to its size after the first window, so a file
/// that grows constantly ends too.
public actor FileScanner {
    private static let windowSize = 1 << 18
    private static let filesAtOnce = 128

    private let query: SearchQuery
    private let walk: FileWalk?
    private let textLimit: Int?
    private var listed: ArraySlice<PathName> = []
    private var file: OpenFile?
    private var window = [UInt8](repeating: 0, count: windowSize)

    /// Makes a scanner for the files of a walk.
    ///
    /// It keeps at most `textLimit` bytes of a hit's text around the match, or all.
    public init(_ query: SearchQuery, in walk: FileWalk, textLimit: Int? = nil) {
        (self.query, self.walk, self.textLimit) = (query, walk, textLimit)
    }

    /// Makes a scanner for these files.
    public init(_ query: SearchQuery, in files: [PathName], textLimit: Int? = nil) {
        (self.query, self.walk, self.textLimit) = (query, nil, textLimit)
        listed = files[...]
    }

    /// Continues the search for a few milliseconds, or less if the task is cancelled.
    public func step() async -> SearchBatch {
        var batch = SearchBatch()
        var bytesOfHits = 0
        while batch.counts.bytes < 8 << 20, batch.counts.files < 512, bytesOfHits < 1 << 18, batch.vanished.count < 64,
            !Task.isCancelled
        {
            if file == nil {
                guard let path = await nextPath(&batch) else {
                    batch.isLast = true
                    break
                }
                open(path, &batch)
            }
            scanWindow(&batch, &bytesOfHits)
        }
        return batch
    }

    private func nextPath(_ batch: inout SearchBatch) async -> PathName? {
        if listed.isEmpty, let walk {
            let next = await walk.next(Self.filesAtOnce)
            listed = next.files[...]
            batch.counts.unreadable += next.unreadable
        }
        return listed.popFirst()
    }

    private func open(_ path: PathName, _ batch: inout SearchBatch) {
        do {
            file = OpenFile(path: path, descriptor: try path.open())
            batch.counts.files += 1
        } catch {
            switch error.code {
            case .ENOENT, .ENOTDIR, .ESTALE: batch.vanished.append(path)
            default: batch.counts.unreadable += 1
            }
        }
    }

    private func scanWindow(_ batch: inout SearchBatch, _ bytesOfHits: inout Int) {
        guard let file else { return }
        let isFirst = file.bytesRead == 0
        let result = file.fill(&window)
        batch.counts.bytes += file.bytesRead - result.before
        unsafe window.withUnsafeBytes { bytes in
            let text = unsafe UnsafeRawBufferPointer(rebasing: bytes[..<result.count])
            if isFirst, unsafe text.first(0, in: 0..<text.count) != nil {
                batch.counts.binary += 1
                self.file = nil
                return
            }
            let lines =
                unsafe result.isEnd ? text.count : text.last(0x0a, in: 0..<text.count).map { $0 + 1 } ?? text.count
            unsafe search(text, 0..<lines, of: file, &batch, &bytesOfHits)
            if !result.isEnd {
                unsafe file.lineNumber += text.count(of: 0x0a, in: file.counted..<lines)
                file.counted = 0
                // A line longer than the window is cut. Its end is searched again, since a word may begin there.
                file.kept = lines - (unsafe text[lines - 1] == 0x0a ? 0 : min(query.overlap, lines))..<text.count
            }
        }
        if result.isFailure { batch.counts.unreadable += 1 }
        if result.isEnd { self.file = nil }
    }

    private func search(
        _ text: UnsafeRawBufferPointer,
        _ range: Range<Int>,
        of file: OpenFile,
        _ batch: inout SearchBatch,
        _ bytesOfHits: inout Int
    ) {
        var place = range.lowerBound
        while let found = unsafe query.needles[0].first(in: text, place..<range.upperBound) {
            let start = unsafe text.last(0x0a, in: place..<found).map { $0 + 1 } ?? place
            let end = unsafe text.first(0x0a, in: found..<range.upperBound) ?? range.upperBound
            place = min(end + 1, range.upperBound)
            guard query.needles.dropFirst().allSatisfy({ unsafe $0.first(in: text, start..<end) != nil }) else {
                continue
            }
            unsafe file.lineNumber += text.count(of: 0x0a, in: file.counted..<start)
            file.counted = start
            guard file.lineNumber != file.lastHit else { continue }
            file.lastHit = file.lineNumber
            batch.counts.matches += 1
            let shown = unsafe shownPart(of: start..<end, around: found, in: text)
            batch.hits.append(
                Hit(
                    path: file.path,
                    line: file.lineNumber,
                    offset: file.windowStart + start,
                    text: unsafe Array(text[shown])
                )
            )
            bytesOfHits += shown.count + file.path.bytes.count
        }
    }

    /// Returns the range of the line without a carriage return, or the part with the match if the
    /// line is too long.
    private func shownPart(of line: Range<Int>, around found: Int, in text: UnsafeRawBufferPointer) -> Range<Int> {
        let end = unsafe !line.isEmpty && text[line.upperBound - 1] == 0x0d ? line.upperBound - 1 : line.upperBound
        guard let limit = textLimit, end - line.lowerBound > limit else {
            return line.lowerBound..<max(end, line.lowerBound)
        }
        let start = max(line.lowerBound, min(found - limit / 4, end - limit))
        return start..<start + limit
    }
}
