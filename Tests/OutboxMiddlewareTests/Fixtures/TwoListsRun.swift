// SPDX-License-Identifier: MIT

import OutboxMiddleware
import PersistenceMiddleware
import RexCore
import RexTesting
import Testing

/// Launches ``TwoLists`` again and again on one disk.
struct TwoListsRun {
    typealias Test = TestStore<TwoListsAction, TwoLists>
    typealias Send = @Sendable (TwoLists.Job, OutboxID) async throws -> TwoLists.Job

    /// The files, or parts of the state, that are only loaded once the store runs.
    enum Late { case nothing, listA, outbox }

    let world = TestWorld()
    let disk: TestStorage
    let fullDisk: FullStorage
    let coder = TwoListsCoder()

    /// A server that never answers.
    var silent: Send {
        { [clock = world.clock] job, _ in
            try await clock.sleep(for: .seconds(1_000_000))
            return job
        }
    }

    init() {
        disk = TestStorage(in: world)
        fullDisk = FullStorage(disk: disk)
    }

    func files(_ send: @escaping Send = { job, _ in job }) -> TwoListsWorld {
        TwoListsWorld(
            a: StateFile(at: "a", storage: fullDisk),
            b: StateFile(at: "b", storage: fullDisk),
            outbox: OutboxFile(at: "outbox", storage: fullDisk, coder: coder),
            send: send,
            pull: { _ in [] }
        )
    }

    func launch(
        isOnline: Bool = true,
        late: Late = .nothing,
        resumes: Bool = true,
        disk isWorking: Bool = true,
        files: TwoListsWorld? = nil,
        feature: Feature<TwoListsAction, TwoLists, TwoListsWorld> = TwoLists.app,
        _ send: @escaping Send = { job, _ in job }
    ) throws -> Test {
        let files = files ?? self.files(send)
        var app = TwoLists(isOnline: isOnline, resumesLoaded: resumes)
        if late != .listA { app.a = try files.a.load() ?? TwoLists.List(TwoLists.Contents()) }
        app.b = try files.b.load() ?? TwoLists.List(TwoLists.Contents())
        if late != .outbox { app.outbox = try files.outbox.load() }
        if resumes { for name in TwoLists.ListName.allCases { app.resume(name, app.outbox.backlog) } }
        if !isWorking { disk.failCalls(count: .max, with: 28) }
        return Test(
            initialState: app,
            feature: feature,
            dependencies: files,
            checks: .onlyWhatIsSaid,
            in: world
        )
    }
}

extension TestStore where ActionType == TwoListsAction, StateType == TwoLists {
    /// Performs a job and returns its id.
    @discardableResult
    func perform(_ number: Int, in list: TwoLists.ListName = .b, lane: String = "x", isFollowed: Bool = false)
        -> OutboxID?
    {
        let row = TwoLists.Row(number: number, lane: lane)
        let before = Set(state.outbox.entries.map(\.id))
        var id: OutboxID?
        send(.perform(TwoLists.Job(list: list, row: row, isFollowed: isFollowed)))
        for action in actions.compactMap({ TwoListsAction.outbox.extract($0.action)?.sent }) {
            if action.reply.row == row { id = action.id }
        }
        return state.outbox.entries.first { !before.contains($0.id) && $0.job.row == row }?.id ?? id
    }

    /// The outcomes that were dispatched.
    var outcomes: [OutboxAction<TwoLists.Job, TwoLists.Job>] {
        actions.compactMap { TwoListsAction.outbox.extract($0.action) }.filter { action in
            switch action {
            case .sent, .rejected, .cancelled: true
            default: false
            }
        }
    }

    func shown(_ name: TwoLists.ListName = .b) -> [Int] { state[name]?.shown.rows.map(\.number) ?? [] }
    func base(_ name: TwoLists.ListName = .b) -> [Int] { state[name]?.base.rows.map(\.number) ?? [] }
    func pending(_ name: TwoLists.ListName = .b) -> [OutboxID] { state[name]?.pending.map(\.id) ?? [] }
}
