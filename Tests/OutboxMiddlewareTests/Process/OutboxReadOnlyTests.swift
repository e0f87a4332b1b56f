// SPDX-License-Identifier: MIT

import Foundation
import OutboxMiddleware
import PersistenceMiddleware
import Prism
import RexCore
import RexTestSupport
import Testing

/// Logs that a process can read and not write.
@Suite struct OutboxReadOnlyTests {
    private struct State: Sendable { var outbox = Outbox<Int>() }

    @Prism enum Action: Sendable { case add(Int), outbox(OutboxAction<Int, Int>) }

    private static let feature = Feature<Action, State, OutboxFile<Int>>.combine {
        Feature { action, state in if case .add(let number) = action { state.outbox.add(number) } }
        Feature.outbox(case: Action.prisms.outbox, state: \.outbox, while: { _ in false }, to: { $0 }) { job, _, _ in
            job
        }
    }

    /// Writes a log that everybody can read, with the entries 1 and 2, and its lock file.
    private func write(_ path: String) {
        let file = OutboxFile<Int>(at: path, storage: .files(permissions: 0o644))
        let store = Store(initialState: State(), feature: Self.feature, dependencies: file)
        for number in 1...2 { store.dispatch(.add(number)) }
    }

    private func output(of mode: String, _ path: String) throws -> [String] {
        let child = try ChildProcess(product: "OutboxProbe", arguments: [mode, path])
        return child.remainingOutput().split(separator: "\n").map(String.init)
    }

    private static func run(_ program: String, _ arguments: String...) -> Bool {
        guard let child = try? ChildProcess(running: program, arguments: arguments) else { return false }
        _ = child.remainingOutput()
        return child.waitForExit() == .exited(0)
    }

    private func names(in folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test(.enabled(if: getuid() == 0, "only root can change to another user"), arguments: [true, false])
    func whoMayNotWriteLoadsAndSendsNothing(hasLockFile: Bool) throws {
        let folder = try TemporaryFolder()
        unsafe chmod(folder.path, 0o755)
        let path = folder.file("outbox")
        write(path)
        if !hasLockFile { try FileManager.default.removeItem(atPath: path + ".lock") }
        let bytes = try FileStorage.files.read(path)
        #expect(try output(of: "nobody", path) == ["loaded [1, 2]", "\(path) cannot be locked: Permission denied."])
        #expect(try FileStorage.files.read(path) == bytes)
        #expect(try names(in: folder) == ["outbox"] + (hasLockFile ? ["outbox.lock"] : []))
        #expect(try output(of: "load", path).last == "empty")
    }

    @Test(arguments: [true, false]) func readOnlyFileSystemLoadsAndSendsNothing(hasLockFile: Bool) throws {
        let folder = try TemporaryFolder()
        guard Self.run("mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", folder.path) else {
            return print("Skipped: a read-only disk needs a tmpfs, which cannot be mounted here.")
        }
        defer { _ = Self.run("umount", folder.path) }
        let path = folder.file("outbox")
        write(path)
        if !hasLockFile { try FileManager.default.removeItem(atPath: path + ".lock") }
        try #require(Self.run("mount", "-o", "remount,ro", folder.path))
        #expect(try output(of: "load", path) == ["loaded [1, 2]", "\(path) cannot be locked: Read-only file system."])
    }
}
