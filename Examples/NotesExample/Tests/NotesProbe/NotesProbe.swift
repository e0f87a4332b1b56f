// SPDX-License-Identifier: MIT

import ConnectionFeature
import Foundation
import ListFeature
import Notes
import NotesApp
import NotesServer
import OutboxFeature
import OutboxMiddleware
import RexCore

/// Random numbers with a seed.
private struct Random: RandomNumberGenerator {
    fileprivate var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}

/// A client without a terminal: `NotesProbe URL FOLDER SEED COUNT`.
///
/// It makes `COUNT` random changes, prints its texts, and ends when all changes are sent.
@main struct NotesProbe {
    let store: AppStore

    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count == 5, let url = URL(string: words[1]), let seed = UInt64(words[3]), let count = Int(words[4])
        else {
            say("usage: NotesProbe URL FOLDER SEED COUNT")
            exit(2)
        }
        let files = Files(in: words[2])
        let folder = WebDAVFolder(url, user: nil, password: nil)
        var world = World(server: .webDAV(folder, timeout: 3), files: files)
        world.list.pause = .milliseconds(500)
        let connection = Connection(hasServer: true, needsNetwork: false)
        let store = AppStore(initialState: try files.load(connection), feature: app, dependencies: world)
        store.dispatch(.connection(.active(true)))
        let probe = NotesProbe(store: store)
        var random = Random(state: seed)
        for number in 0..<count {
            await probe.change(to: "\(seed)-\(number)", &random)
            try await Task.sleep(for: .milliseconds(Int.random(in: 0..<60, using: &random)))
        }
        await probe.wait { $0.pending.outbox.isEmpty }
        say("all is sent")
        exit(0)
    }

    private func change(to token: String, _ random: inout Random) async {
        let name = ["tea", "milk", "bread"].randomElement(using: &random) ?? "tea"
        let note = store.state.pending.library.shown[name]
        if let note, Int.random(in: 0..<40, using: &random) == 0 {
            say("deletes \(note.text.split(separator: "\n").joined(separator: " "))")
            store.dispatch(.library(.delete(name: name)))
        } else {
            let text = (note.map { $0.text + "\n" } ?? "") + token
            store.dispatch(.library(.write(name: name, text: text, over: note?.text)))
            // Another thread may be processing now, so the action may be processed later.
            await wait { app in
                let isThere = app.pending.library.shown.notes.values.contains { $0.text.hasSuffix(token) }
                return isThere && !app.pending.outbox.entries.contains { $0.phase == .saving }
            }
            say("kept \(token)")
        }
    }

    /// Waits until the state meets a condition.
    private func wait(until isSo: @Sendable (AppState) -> Bool) async {
        for await state in store.states where isSo(state) { return }
    }
}

private func say(_ text: String) { FileHandle.standardOutput.write(Data("\(text)\n".utf8)) }
