// SPDX-License-Identifier: MIT

import CRexSystem
import PersistenceMiddleware
import RexCore

/// The schedules of one test that have failed, in a file of the folder `.rex-failures` beside the
/// test.
///
/// Each line has the choices of one schedule, the last one that failed first.
package struct KeptSchedules: Sendable {
    /// Whether this test neither keeps schedules nor tries kept ones; for tests that explore in
    /// order to fail.
    @TaskLocal package static var areOff = false

    private static let first =
        "# Schedules that have failed, which exploreSchedules tries first. You may delete lines, or the file."
    /// The number of schedules that are kept of one test.
    private static let most = 5
    /// Tests that run at once may share a file.
    private static let lock = Lock(())

    /// The path of the file, for people.
    let path: String
    private let folder: String
    private let test: String
    private let storage: any Storage

    /// - Parameters:
    ///   - test: The path of the source file.
    ///   - function: The function that explores.
    init(of test: String, _ function: String, storage: some Storage = FileStorage(permissions: 0o644)) {
        let name = test.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        folder = test.dropLast(name.count) + ".rex-failures/"
        let stem = name.hasSuffix(".swift") ? name.dropLast(6) : name
        path = folder + stem + "." + String(function.map { $0.isLetter || $0.isNumber ? $0 : "_" }) + ".txt"
        self.test = test
        self.storage = storage
    }

    /// The choices of each schedule, or none if there is no file that can be read.
    var choices: [[Int]] {
        guard !Self.areOff, let bytes = try? storage.read(path) else { return [] }
        return Self.choices(in: String(decoding: bytes, as: UTF8.self))
    }

    private static func choices(in text: String) -> [[Int]] {
        text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
            let numbers = line.split(separator: " ").map { Int($0) }
            return numbers.contains { $0 == nil || $0 ?? 0 < 0 } ? nil : numbers.compactMap(\.self)
        }
    }

    /// Keeps the choices of a schedule in front of the others.
    ///
    /// If that is not possible, one line on standard error says why.
    func keep(_ choices: [Int]) {
        guard !Self.areOff, !choices.isEmpty else { return }
        do {
            try Self.lock.withLock { _ in try write(choices) }
        } catch {
            report("The schedule that failed cannot be kept in \(path): \(error)")
        }
    }

    private func write(_ choices: [Int]) throws(StorageError) {
        // A test that runs on another machine than that of its source has no folder there.
        guard try storage.paths(beginningWith: test).contains(test) else {
            throw StorageError(.write, path, .system(ENOENT))
        }
        let ignored = folder + ".gitignore"
        if try storage.read(ignored) == nil { try storage.write(Array("*\n".utf8), to: ignored, keepingOldAs: nil) }
        let old = try storage.read(path).map { Self.choices(in: String(decoding: $0, as: UTF8.self)) } ?? []
        let all = ([choices] + old.filter { $0 != choices }).prefix(Self.most)
        let lines = [Self.first] + all.map { $0.map { "\($0)" }.joined(separator: " ") }
        try storage.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: path, keepingOldAs: nil)
    }
}
