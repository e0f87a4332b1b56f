// SPDX-License-Identifier: MIT

import CRexSystem
import PersistenceMiddleware
import RexCore

/// The failing schedules of one test, in a file of the folder `.rex-failures` beside the test.
///
/// Each line has the choices of one schedule. The last failure comes first.
package struct KeptSchedules: Sendable {
    /// Whether failing schedules are neither saved nor loaded.
    ///
    /// For tests whose explorations are meant to fail.
    @TaskLocal package static var areOff = false

    private static let first =
        "# Failing schedules. exploreSchedules tries them first. You may delete lines, or the file."
    /// The most schedules that are saved for one test.
    private static let most = 5
    /// Serialises writes, since tests in parallel may share a file.
    private static let lock = Lock(())

    private let test: String
    private let function: String
    private let storage: any Storage

    /// - Parameters:
    ///   - test: The path of the source file.
    ///   - function: The function that explores.
    init(of test: String, _ function: String, storage: some Storage = .files(permissions: 0o644)) {
        (self.test, self.function, self.storage) = (test, function, storage)
    }

    private var name: Substring { test.split(separator: "/", omittingEmptySubsequences: false).last ?? "" }

    private var folder: String { test.dropLast(name.count) + ".rex-failures/" }

    /// The path of the file, for messages.
    ///
    /// An exploration with a seed that does not fail never computes it.
    var path: String {
        let stem = name.hasSuffix(".swift") ? name.dropLast(6) : name
        return folder + stem + "." + String(function.map { $0.isLetter || $0.isNumber ? $0 : "_" }) + ".txt"
    }

    /// The choices of each schedule.
    ///
    /// Empty if the file is missing or unreadable.
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

    /// Saves the choices of a schedule, before the older ones.
    ///
    /// If that fails, a line on standard error tells why.
    func keep(_ choices: [Int]) {
        guard !Self.areOff, !choices.isEmpty else { return }
        do {
            try Self.lock.withLock { _ in try write(choices) }
        } catch {
            report("The failing schedule could not be saved in \(path): \(error)")
        }
    }

    private func write(_ choices: [Int]) throws(StorageError) {
        // On another machine than that of the build, the source file and its folder may be missing.
        guard try storage.paths(beginningWith: test).contains(test) else {
            throw StorageError(.write, path, .system(ENOENT))
        }
        let (path, ignored) = (self.path, folder + ".gitignore")
        if try storage.read(ignored) == nil { try storage.write(Array("*\n".utf8), to: ignored, keepingOldAs: nil) }
        let old = try storage.read(path).map { Self.choices(in: String(decoding: $0, as: UTF8.self)) } ?? []
        let all = ([choices] + old.filter { $0 != choices }).prefix(Self.most)
        let lines = [Self.first] + all.map { $0.map { "\($0)" }.joined(separator: " ") }
        try storage.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: path, keepingOldAs: nil)
    }
}
