// SPDX-License-Identifier: MIT

import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTestSupport
import RexTesting
import Testing

/// An outbox and an optimistic state, saved in two files.
@Suite struct OutboxAcknowledgingTests {
    private struct Board: Sendable {
        var cards = Cards([])
        var outbox = Outbox<CardAction>()
        var isOnline = true
    }

    private typealias OutboxPath = CasePath<BoardAction, OutboxAction<CardAction, String>>

    private enum BoardAction: Sendable {
        case perform(CardAction), connect(Bool), cancel(OutboxID), retry(OutboxID), cancelAll, replace
        case outbox(OutboxAction<CardAction, String>)

        static let outbox = OutboxPath(
            extract: { if case .outbox(let action) = $0 { action } else { nil } },
            embed: BoardAction.outbox
        )
    }

    private struct World: Sendable {
        let cards: StateFile<Cards>
        let outbox: OutboxFile<CardAction>
        let send: @Sendable (CardAction) async throws -> String
    }

    private static let cards = Reducer.cards.optimistic(rewrite: CardAction.renaming)
    private let world = TestWorld()
    private let disk: TestStorage

    init() {
        disk = TestStorage(in: world)
    }

    private func app(_ path: OutboxPath) -> Feature<BoardAction, Board, World> {
        .combine {
            Feature { action, board in
                switch action {
                case .perform(let action):
                    let id = board.outbox.add(action)
                    Self.cards.reduce(.perform(id, action), &board.cards)
                case .connect(let isOnline): board.isOnline = isOnline
                case .cancel(let id): board.outbox.cancel(id)
                case .retry(let id): Self.retry(id, &board)
                case .cancelAll: board.outbox.cancelAll()
                case .replace: board.outbox = Outbox()
                case .outbox(.sent(let id, let name)):
                    Self.cards.reduce(.renamed("new", name), &board.cards)
                    Self.cards.reduce(.confirmed(id), &board.cards)
                case .outbox(.rejected(let id, _)), .outbox(.cancelled(let id, _)):
                    Self.cards.reduce(.rejected(id), &board.cards)
                case .outbox: break
                }
            }
            Feature.outbox(case: path, state: \.outbox, while: \.isOnline, to: \.outbox) { action, _, world in
                try await world.send(action)
            }
        }
    }

    private static func retry(_ id: OutboxID, _ board: inout Board) {
        if let entry = board.outbox[id] { cards.reduce(.perform(id, entry.job), &board.cards) }
        board.outbox.retry(id)
    }

    /// Retries the rejected entries as soon as the file is open.
    private static let retrying = Feature<BoardAction, Board, World> { action, board in
        guard case .outbox(.loaded) = action else { return }
        for entry in board.outbox.entries where entry.phase.rejection != nil { retry(entry.id, &board) }
    }

    /// Starts the app from its two files.
    private func launch(
        isOnline: Bool = true,
        with other: Feature<BoardAction, Board, World>? = nil,
        path: OutboxPath = BoardAction.outbox,
        isKept: Bool = true,
        isLoaded: Bool = true,
        isOpened: Bool = true,
        coder: some StateCoder = .json,
        outboxDisk: TestStorage? = nil,
        _ send: @escaping @Sendable (CardAction) async throws -> String = { _ in "41" }
    ) throws -> TestStore<BoardAction, Board> {
        let outboxFile = OutboxFile<CardAction>(at: "outbox", storage: outboxDisk ?? disk, coder: coder)
        let world = World(cards: StateFile(at: "cards", storage: disk), outbox: outboxFile, send: send)
        var board = Board(outbox: isLoaded ? try outboxFile.load() : Outbox(), isOnline: isOnline)
        if !isOpened { outboxDisk?.failCalls(count: 1_000_000, with: 28) }
        if let cards = try world.cards.load() { board.cards = cards }
        for entry in board.outbox.entries where entry.phase.rejection == nil {
            Self.cards.reduce(.perform(entry.id, entry.job), &board.cards)
        }
        let saving: Feature<BoardAction, Board, World> =
            isKept
            ? .saving(\.cards, to: \.cards, acknowledging: BoardAction.outbox)
            : .saving(\.cards, to: \.cards)
        let feature = app(path) <> saving
        return TestStore(
            initialState: board,
            feature: other.map { feature <> $0 } ?? feature,
            dependencies: world,
            checks: .onlyWhatIsSaid,
            in: self.world
        )
    }

    private func outcomes(_ test: TestStore<BoardAction, Board>) -> [OutboxAction<CardAction, String>] {
        test.actions.compactMap { BoardAction.outbox.extract($0.action) }.filter { action in
            switch action {
            case .sent, .rejected, .cancelled: true
            default: false
            }
        }
    }

    private func has(_ text: String) throws -> Bool {
        try disk.read("outbox")?.firstRange(of: Array(text.utf8)) != nil
    }

    // Without this, the action stays pending for ever, since the outbox has ended its entry.
    @Test(arguments: 0..<40) func noActionStaysPendingAfterACrashAnywhere(calls: Int) throws {
        let first = try launch(isOnline: false)
        first.send(.perform(.add("new", "one")))
        first.run()
        disk.cutPower(after: calls)
        first.send(.connect(true))
        first.run()
        first.kill()
        let second = try launch()
        second.run()
        #expect(second.state.cards.pending.isEmpty)
        #expect(second.state.cards.base == [Card(id: "41", text: "one")])
        second.kill()
        let third = try launch()
        #expect(outcomes(third).isEmpty && third.state.cards.base == second.state.cards.base)
        third.finish()
    }

    // Without this, the action stays pending until the next launch, since the state did not have its entry.
    @Test func cancelAllBeforeTheFileIsReadCancelsTheAwaitedEntries() throws {
        let outboxDisk = TestStorage(in: world)
        let first = try launch(isOnline: false, outboxDisk: outboxDisk)
        first.send(.perform(.add("new", "one")))
        first.run()
        let id = try #require(first.state.outbox.entries.first?.id)
        first.kill()
        outboxDisk.failCalls(count: 1_000_000, with: 28)
        let second = try launch(isOnline: false, isLoaded: false, outboxDisk: outboxDisk)
        second.send(.cancelAll)
        second.advance(by: .seconds(1))
        #expect(second.state.cards.pending.count == 1)
        outboxDisk.failCalls(count: 0, with: 0)
        second.run()
        #expect(second.state.cards.pending.isEmpty && second.state.outbox.isEmpty)
        #expect(outcomes(second) == [.cancelled(id, attempts: 0)])
        second.kill()
        let third = try launch(outboxDisk: outboxDisk)
        third.run()
        #expect(third.state.outbox.isEmpty && third.state.cards.pending.isEmpty && outcomes(third).isEmpty)
    }

    // Without this, the action stays pending for ever, since its entry is in no file.
    @Test func actionIsCancelledIfItsEntryWasNotOnDiskAtACrash() throws {
        let outboxDisk = TestStorage(in: world)
        let first = try launch(isOnline: false, outboxDisk: outboxDisk)
        outboxDisk.failCalls(count: 1_000_000, with: 28)
        first.send(.perform(.add("new", "one")))
        first.advance(by: .seconds(1))
        let id = try #require(first.state.outbox.entries.first?.id)
        #expect(first.state.outbox[id]?.phase == .saving)
        first.kill()
        outboxDisk.failCalls(count: 0, with: 0)
        let second = try launch(outboxDisk: outboxDisk)
        second.run()
        #expect(outcomes(second) == [.cancelled(id, attempts: 1)])
        #expect(second.state.cards.pending.isEmpty && second.state.cards.shown.isEmpty)
        second.kill()
        let third = try launch(outboxDisk: outboxDisk)
        #expect(outcomes(third).isEmpty)
        third.finish()
    }

    @Test func actionIsCancelledIfItsEntryWasClearedBeforeACrash() throws {
        let first = try launch(isOnline: false)
        first.send(.perform(.add("new", "one")))
        first.run()
        first.send(.cancelAll)
        #expect(!first.state.outbox.isClearing && first.state.cards.pending.isEmpty)
        first.kill()
        let second = try launch()
        second.run()
        #expect(outcomes(second).count == 1 && second.state.cards.pending.isEmpty)
        second.finish()
    }

    @Test func replacingOutboxKeepsOutcomes() throws {
        let first = try launch()
        first.send(.replace)
        first.send(.perform(.add("new", "one")))
        let id = try #require(outcomes(first).first?.sent?.id)
        first.kill()
        let second = try launch()
        #expect(outcomes(second) == [.sent(id, "41")])
        second.finish()
    }

    @Test func outcomesAreNotKeptByDefault() throws {
        let first = try launch(isKept: false)
        first.send(.perform(.add("new", "one")))
        #expect(outcomes(first).count == 1)
        #expect(try !has("41"))
        first.kill()
        let second = try launch(isKept: false)
        second.run()
        #expect(outcomes(second).isEmpty)
        second.finish()
    }

    @Test func replyIsKeptUntilTheStateIsSaved() throws {
        let first = try launch()
        first.send(.perform(.add("new", "one")))
        let id = try #require(outcomes(first).first?.sent?.id)
        #expect(try has("41"))
        first.kill()
        let second = try launch()
        #expect(outcomes(second) == [.sent(id, "41")])
        #expect(second.state.outbox.isEmpty)
        second.run()
        second.kill()
        let third = try launch()
        third.run()
        #expect(outcomes(third).isEmpty)
        third.finish()
    }

    @Test func rejectionsAndCancellationsAreKeptToo() throws {
        let first = try launch(isOnline: false)
        for text in ["refused", "cancelled"] { first.send(.perform(.add(text, text))) }
        first.run()
        let ids = first.state.outbox.entries.map(\.id)
        first.kill()
        let refusing: @Sendable (CardAction) async throws -> String = { _ in throw .rejected("no") }
        let second = try launch(refusing)
        second.send(.cancel(ids[1]))
        let expected: Set<OutboxAction<CardAction, String>> = [
            .rejected(ids[0], "no"), .cancelled(ids[1], attempts: 1),
        ]
        #expect(second.state.cards.pending.isEmpty)
        second.kill()
        let third = try launch(isOnline: false)
        #expect(Set(outcomes(third)) == expected)
        #expect(third.state.cards.pending.isEmpty)
        #expect(third.state.outbox.entries.map(\.phase) == [.rejected("no")])
        third.run()
        third.kill()
        let fourth = try launch(isOnline: false)
        #expect(outcomes(fourth).isEmpty)
        #expect(fourth.state.outbox.rejected.count == 1)
        fourth.finish()
    }

    // The action stayed pending for ever: the rewritten file had the rejection, and no outcome.
    @Test func aRejectionWhoseFileWasRemovedComesAgainAfterALaunch() throws {
        let first = try launch(isOnline: false) { _ in throw .rejected("no") }
        first.send(.perform(.add("new", "one")))
        first.run()
        first.send(.connect(true))
        let id = try #require(outcomes(first).first?.rejected?.id)
        try disk.remove("outbox")
        first.send(.perform(.add("other", "two")))
        first.kill()
        let second = try launch { _ in throw .rejected("no") }
        #expect(outcomes(second).contains(.rejected(id, "no")))
        second.run()
        #expect(second.state.cards.pending.isEmpty)
        second.kill()
        let third = try launch()
        #expect(outcomes(third).isEmpty)
        third.finish()
    }

    // Without this, the retried action stays pending for ever, since its outcome was removed before the retry.
    @Test func rejectionIsDispatchedAgainIfTheRetryWasNotOnDiskAtACrash() throws {
        let outboxDisk = TestStorage(in: world)
        let id = try loseRetry(outboxDisk)
        let second = try launch(outboxDisk: outboxDisk)
        second.run()
        #expect(outcomes(second) == [.rejected(id, "no")])
        #expect(second.state.cards.pending.isEmpty)
        #expect(second.state.outbox.entries.map(\.phase) == [.rejected("no")])
        second.kill()
        let third = try launch(outboxDisk: outboxDisk)
        third.run()
        #expect(outcomes(third).isEmpty)
        third.finish()
    }

    @Test func rejectionThatIsRetriedBeforeTheFileIsOpenIsNotDispatchedAgain() throws {
        let outboxDisk = TestStorage(in: world)
        let id = try loseRetry(outboxDisk)
        let second = try launchRetrying(id, outboxDisk)
        outboxDisk.failCalls(count: 0, with: 0)
        second.run()
        #expect(outcomes(second) == [.sent(id, "41")])
        #expect(second.state.cards.base == [Card(id: "41", text: "one")])
        second.finish()
    }

    /// Starts a process that retries an entry while its file cannot be opened.
    private func launchRetrying(_ id: OutboxID, _ outboxDisk: TestStorage) throws -> TestStore<BoardAction, Board> {
        let test = try launch(isOpened: false, outboxDisk: outboxDisk)
        test.send(.retry(id))
        test.advance(by: .seconds(1))
        #expect(test.state.outbox[id]?.phase == .saving)
        return test
    }

    /// Ends a process after a retry that is in the saved state, and not in the file of the outbox.
    private func loseRetry(_ outboxDisk: TestStorage) throws -> OutboxID {
        let first = try launch(outboxDisk: outboxDisk) { _ in throw .rejected("no") }
        first.send(.perform(.add("new", "one")))
        first.run()
        let id = try #require(first.state.outbox.entries.first?.id)
        #expect(first.state.cards.pending.isEmpty)
        outboxDisk.failCalls(count: 1_000_000, with: 28)
        first.send(.retry(id))
        first.advance(by: .seconds(1))
        #expect(first.state.outbox[id]?.phase == .saving && first.state.cards.pending.count == 1)
        first.kill()
        outboxDisk.failCalls(count: 0, with: 0)
        return id
    }

    // Without this, the app takes back an action that is sent again, and ignores that it is accepted.
    @Test func keptRejectionOfAnEntryRetriedBeforeTheFileIsOpenIsNotDispatched() throws {
        let outboxDisk = TestStorage(in: world)
        let id = try keepRejection(outboxDisk)
        let second = try launchRetrying(id, outboxDisk)
        outboxDisk.failCalls(count: 0, with: 0)
        second.run()
        try expectSent(id, second, outboxDisk)
    }

    @Test(arguments: [true, false])
    func keptRejectionOfAnEntryRetriedAsSoonAsTheFileIsOpenIsNotDispatched(isLoaded: Bool) throws {
        let outboxDisk = TestStorage(in: world)
        let id = try keepRejection(outboxDisk)
        let second = try launch(with: Self.retrying, isLoaded: isLoaded, outboxDisk: outboxDisk)
        second.run()
        try expectSent(id, second, outboxDisk)
    }

    // A rejection that was acknowledged is dispatched again too if the retry is lost.
    @Test func lostRetryThatIsRepeatedAsSoonAsTheFileIsOpenIsNotRejected() throws {
        let outboxDisk = TestStorage(in: world)
        let id = try loseRetry(outboxDisk)
        let second = try launch(with: Self.retrying, outboxDisk: outboxDisk)
        second.run()
        try expectSent(id, second, outboxDisk)
    }

    /// Dispatches one action to a store, from a call outside of its reducers and middlewares.
    private struct Remote: MiddlewareProtocol, Sendable {
        private let output = Lock<AnyActionHandler<BoardAction>?>(nil)

        func receiveContext(getState: @escaping GetState<Board>, output: AnyActionHandler<BoardAction>) {
            self.output.withLock { $0 = output }
        }

        func handle(action: BoardAction, from: ActionSource, state: @escaping GetState<Board>) -> IO<BoardAction> {
            .pure()
        }

        func send(_ action: BoardAction) { output.withLock { $0.take() }?.dispatch(action, from: .here()) }
    }

    @Test func keptRejectionOfAnEntryRetriedJustBeforeItsDispatchIsRevoked() throws {
        let outboxDisk = TestStorage(in: world)
        let id = try keepRejection(outboxDisk)
        let remote = Remote()
        let path = OutboxPath(
            extract: { BoardAction.outbox.extract($0) },
            embed: { action in
                if action.rejected != nil { remote.send(.retry(id)) }
                return .outbox(action)
            }
        )
        let second = try launch(with: Feature(middleware: remote), path: path, outboxDisk: outboxDisk)
        second.run()
        try expectSent(id, second, outboxDisk)
    }

    @Test func keptRejectionIsDispatchedIfTheRetryWasNotOnDiskAtACrash() throws {
        let outboxDisk = TestStorage(in: world)
        let id = try keepRejection(outboxDisk)
        try launchRetrying(id, outboxDisk).kill()
        outboxDisk.failCalls(count: 0, with: 0)
        let third = try launch(outboxDisk: outboxDisk)
        third.run()
        #expect(outcomes(third) == [.rejected(id, "no")])
        #expect(third.state.cards.pending.isEmpty)
        third.finish()
    }

    /// Ends a process whose outbox keeps a rejection, and whose saved state waits for it.
    private func keepRejection(_ outboxDisk: TestStorage) throws -> OutboxID {
        let first = try launch(isOnline: false, outboxDisk: outboxDisk) { _ in throw .rejected("no") }
        first.send(.perform(.add("new", "one")))
        first.run()
        first.send(.connect(true))
        let id = try #require(outcomes(first).first?.rejected?.id)
        first.kill()
        return id
    }

    /// Expects that an entry was only sent, and that nothing is left of it after another launch.
    private func expectSent(_ id: OutboxID, _ test: TestStore<BoardAction, Board>, _ outboxDisk: TestStorage) throws {
        #expect(outcomes(test) == [.sent(id, "41")])
        #expect(test.state.cards.base == [Card(id: "41", text: "one")])
        #expect(test.state.cards.pending.isEmpty && test.state.outbox.isEmpty)
        test.kill()
        let next = try launch(outboxDisk: outboxDisk)
        next.run()
        #expect(outcomes(next).isEmpty && next.state.outbox.isEmpty)
        #expect(next.state.cards.base == [Card(id: "41", text: "one")])
        next.finish()
    }

    @Test func retriedRejectionIsNotDispatchedAgain() throws {
        let first = try launch { _ in throw .rejected("no") }
        first.send(.perform(.add("a", "one")))
        let id = try #require(first.state.outbox.entries.first?.id)
        first.send(.connect(false))
        first.send(.retry(id))
        first.kill()
        let second = try launch(isOnline: false)
        #expect(outcomes(second).isEmpty)
        #expect(second.state.outbox.entries.map(\.phase) == [.waiting])
        second.finish()
    }

    @Test func entryCancelledInFlightAndSentIsSentAfterALaunch() throws {
        let world = world
        let first = try launch { _ in
            try await world.clock.sleep(for: .seconds(1))
            return "41"
        }
        first.send(.perform(.add("new", "one")))
        let id = try #require(first.state.outbox.entries.first?.id)
        first.send(.cancel(id))
        first.advance(by: .milliseconds(1_100))
        #expect(outcomes(first) == [.sent(id, "41")])
        first.kill()
        let second = try launch()
        #expect(outcomes(second) == [.sent(id, "41")])
        second.finish()
    }

    @Test func outcomeIsKeptWhileTheStateCannotBeSaved() throws {
        let first = try launch(isOnline: false)
        first.send(.perform(.add("new", "one")))
        first.run()
        first.send(.connect(true))
        disk.failCalls(count: 1_000, with: 28)
        first.advance(by: .seconds(5))
        first.kill()
        disk.failCalls(count: 0, with: 0)
        let second = try launch()
        second.run()
        #expect(second.state.cards.base == [Card(id: "41", text: "one")])
        second.finish()
    }

    @Test func outcomeWithoutEffectIsAcknowledged() throws {
        let first = try launch(isOnline: false)
        first.send(.perform(.write("nobody", "")))
        first.run()
        let id = try #require(first.state.outbox.entries.first?.id)
        first.send(.cancel(id))
        first.run()
        first.kill()
        let second = try launch()
        #expect(outcomes(second).isEmpty)
        second.finish()
    }

    @Test func clearRemovesKeptOutcomesToo() throws {
        let first = try launch()
        first.send(.perform(.add("new", "one")))
        #expect(try has("41"))
        first.send(.cancelAll)
        #expect(try disk.read("outbox") == nil)
        first.run()
        #expect(try disk.read("outbox") == nil)
        first.kill()
        let second = try launch()
        #expect(outcomes(second).isEmpty)
        second.finish()
    }

    /// A JSON coder that fails to encode replies, or damages them.
    private struct ReplyCoder: StateCoder {
        let encodes: Bool

        func encode<Value: Encodable>(_ value: Value) throws -> [UInt8] {
            guard let reply = value as? String else { return try JSONStateCoder().encode(value) }
            if !encodes { throw Wrong(reply) }
            return Array("no JSON".utf8)
        }

        func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
            try JSONStateCoder().decode(type, from: bytes)
        }
    }

    @Test func unencodableReplyIsNotKept() throws {
        let first = try launch(coder: ReplyCoder(encodes: false))
        first.send(.perform(.add("new", "one")))
        let errors = first.actions.compactMap { BoardAction.outbox.extract($0.action)?.storageFailed?.reason }
        #expect(errors == [.cannotEncode("Wrong")])
        #expect(first.state.outbox.isEmpty)
        first.kill()
        let second = try launch()
        #expect(outcomes(second).isEmpty)
        second.finish()
    }

    @Test func entryWithoutItsReplyIsReportedAsCancelled() throws {
        let first = try launch(coder: ReplyCoder(encodes: true))
        first.send(.perform(.add("new", "one")))
        let id = try #require(outcomes(first).first?.sent?.id)
        first.kill()
        let second = try launch()
        #expect(outcomes(second) == [.cancelled(id, attempts: 1)])
        second.run()
        #expect(second.state.cards.pending.isEmpty)
        second.kill()
        let third = try launch()
        #expect(outcomes(third).isEmpty)
        third.finish()
    }

    private struct Session: Sendable {
        var cards: Cards?
        var outbox = Outbox<CardAction>()
    }

    private enum SessionAction: Sendable {
        case edit, logOut
        case outbox(OutboxAction<CardAction, String>)

        static let outbox = CasePath<SessionAction, OutboxAction<CardAction, String>>(
            extract: { if case .outbox(let action) = $0 { action } else { nil } },
            embed: SessionAction.outbox
        )
    }

    @Test func nilPartLeavesNoFile() throws {
        let file = OutboxFile<CardAction>(at: "outbox", storage: disk)
        let test = TestStore(
            initialState: Session(),
            feature: Feature<SessionAction, Session, World>.combine {
                Feature { action, session in
                    switch action {
                    case .edit: session.cards = Cards([Card(id: "1", text: "a secret")])
                    case .logOut:
                        session.outbox.cancelAll()
                        session.cards = nil
                    case .outbox: break
                    }
                }
                Feature.outbox(case: SessionAction.outbox, state: \.outbox, to: \.outbox) { _, _, _ in "" }
                Feature.saving(\.cards, to: \.cards, acknowledging: SessionAction.outbox)
            },
            dependencies: World(cards: StateFile(at: "cards", storage: disk), outbox: file) { _ in "" },
            checks: .onlyWhatIsSaid,
            in: world
        )
        test.send(.edit)
        test.run()
        #expect(try disk.read("cards") != nil)
        test.send(.logOut)
        test.run()
        #expect(try disk.paths(beginningWith: "cards").filter { !$0.hasSuffix(".lock") }.isEmpty)
        test.finish()
    }
}
