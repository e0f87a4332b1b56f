// SPDX-License-Identifier: MIT

import EffectMiddleware
import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTestSupport
import RexTesting

/// A server whose answers a test chooses for each call.
final class Post: Sendable {
    enum Answer: Sendable {
        case accept, fail, reject(String)
        /// Answers after a number of milliseconds.
        case acceptLater(Int), failLater(Int), rejectLater(Int)
        /// Answers when the test continues it, cancelled or not.
        case hang, hangAndFail, hangAndReject
    }

    private struct Contents: Sendable {
        var calls: [(number: Int, id: OutboxID)] = []
        var answers: [Int: [Answer]] = [:]
        var hanging: [CheckedContinuation<Void, Never>] = []
        var atWork = 0
        var mostAtWork = 0
    }

    private let clock: TestClock
    private let contents = Lock(Contents())

    init(_ clock: TestClock) {
        self.clock = clock
    }

    /// The called letters, in order.
    var calls: [Int] { contents.withLock { $0.calls.map(\.number) } }
    var ids: [OutboxID] { contents.withLock { $0.calls.map(\.id) } }
    var mostAtWork: Int { contents.withLock { $0.mostAtWork } }

    /// Sets the answers for a letter's calls, in sequence.
    ///
    /// Later calls are accepted.
    func answer(_ number: Int, _ answers: Answer...) { contents.withLock { $0.answers[number] = answers } }

    func letHangingOnesGo() {
        let hanging = contents.withLock { contents in
            defer { contents.hanging = [] }
            return contents.hanging
        }
        for call in hanging { call.resume() }
    }

    func post(_ letter: Letter, _ id: OutboxID) async throws -> Int {
        let answer = contents.withLock { contents in
            contents.calls.append((letter.number, id))
            contents.atWork += 1
            contents.mostAtWork = max(contents.mostAtWork, contents.atWork)
            let answers = contents.answers[letter.number] ?? []
            contents.answers[letter.number] = Array(answers.dropFirst())
            return answers.first ?? .accept
        }
        defer { contents.withLock { $0.atWork -= 1 } }
        switch answer {
        case .accept: break
        case .fail: throw PostOffice.Failure()
        case .reject(let reason): throw .rejected(reason)
        case .acceptLater(let time): try await clock.sleep(for: .milliseconds(time))
        case .failLater(let time):
            try await clock.sleep(for: .milliseconds(time))
            throw PostOffice.Failure()
        case .rejectLater(let time):
            try await clock.sleep(for: .milliseconds(time))
            throw .rejected("no")
        case .hang: await hang()
        case .hangAndFail:
            await hang()
            throw PostOffice.Failure()
        case .hangAndReject:
            await hang()
            throw .rejected("no")
        }
        return letter.number
    }

    private func hang() async {
        await withCheckedContinuation { call in contents.withLock { $0.hanging.append(call) } }
    }

    deinit { letHangingOnesGo() }
}

/// An app with an outbox, a disk and a server.
struct Office {
    let world = TestWorld()
    let storage: TestStorage
    let post: Post

    init() {
        storage = TestStorage(in: world)
        post = Post(world.clock)
    }

    var file: OutboxFile<Letter> { OutboxFile(at: "folder/outbox", storage: storage) }

    /// Starts the app from the disk.
    func begin(
        isOnline: Bool = true,
        isLoggedOut: Bool = false,
        limit: Int = 2,
        retrying delay: EffectDelay = .constant(.milliseconds(100)),
        timeout: Duration? = nil,
        with letters: Letters? = nil,
        on file: OutboxFile<Letter>? = nil
    ) throws -> TestStore<DeskAction, Desk> {
        let file = file ?? self.file
        let post = post
        return TestStore(
            initialState: Desk(letters: try letters ?? file.load(), isOnline: isOnline, isLoggedOut: isLoggedOut),
            feature: .desk(limit: limit, retrying: delay, timeout: timeout),
            dependencies: DeskWorld(file: file) { try await post.post($0, $1) },
            checks: .onlyWhatIsSaid,
            in: world
        )
    }
}

extension TestStore<DeskAction, Desk> {
    func write(_ number: Int, lane: String = "a") { send(.write(Letter(number: number, lane: lane))) }

    /// The id of an existing letter.
    func id(of number: Int) throws -> OutboxID {
        guard let entry = state.letters.entries.first(where: { $0.job.number == number }) else {
            throw Wrong("letter \(number) is gone")
        }
        return entry.id
    }

    /// The phases of all entries, by letter.
    var phases: [Int: OutboxPhase] {
        Dictionary(uniqueKeysWithValues: state.letters.entries.map { ($0.job.number, $0.phase) })
    }

    /// The actions of the outbox that the app has sent itself.
    var news: [LettersAction] {
        actions.compactMap { if case .letters(let action) = $0.action { action } else { nil } }
    }
}
