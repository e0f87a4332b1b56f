// SPDX-License-Identifier: MIT

import TextSearch

extension ResultsDependencies {
    /// Searches the files of a folder.
    ///
    /// Keeps at most `textLimit` bytes of a hit's text around the match, or all.
    public static func live(folder: String, textLimit: Int?) -> ResultsDependencies {
        let scanners = Scanners(folder: folder, textLimit: textLimit)
        return ResultsDependencies { lane in
            var batch = try await scanners.scanner(for: lane).step()
            batch.hits.sort()
            return batch
        } retry: { search, path in
            let batch = await FileScanner(search.query, in: [path], textLimit: textLimit).step()
            if !batch.vanished.isEmpty { throw FileVanished(in: search) }
            return batch
        } count: { report in
            let walk = try FileWalk(folder)
            var total = 0
            while true {
                let files = await walk.next(4_096).files.count
                try Task.checkCancellation()
                if files == 0 { return total }
                total += files
                report(total)
            }
        }
    }
}

/// The scanners of the newest search, one per lane, with a shared walk.
private actor Scanners {
    private let folder: String
    private let textLimit: Int?
    private var search: Search?
    private var walk: FileWalk?
    private var scanners: [Int: FileScanner] = [:]

    init(folder: String, textLimit: Int?) {
        (self.folder, self.textLimit) = (folder, textLimit)
    }

    /// Returns the scanner of a lane.
    ///
    /// Throws if the folder cannot be opened, or if another search is newer.
    func scanner(for lane: Lane) throws -> FileScanner {
        if search.map({ $0.number < lane.search.number }) ?? true {
            (search, walk, scanners) = (lane.search, try FileWalk(folder), [:])
        }
        guard search == lane.search, let walk else { throw CancellationError() }
        if let scanner = scanners[lane.number] { return scanner }
        let scanner = FileScanner(lane.search.query, in: walk, textLimit: textLimit)
        scanners[lane.number] = scanner
        return scanner
    }
}
