// SPDX-License-Identifier: MIT

import RexCore

/// A clock that hands each sleep to the test, which ends it.
struct TestClock: Clock {
    let now = ContinuousClock.now
    let minimumResolution = Duration.zero
    let sleeps = AsyncStream.makeStream(of: (duration: Duration, end: @Sendable () -> Void).self)

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        let sleep = AsyncStream.makeStream(of: Void.self)
        sleeps.continuation.yield((now.duration(to: deadline), { sleep.continuation.finish() }))
        for await _ in sleep.stream {}
        try Task.checkCancellation()
    }
}

/// What a store of drafts needs in a test, and what can be seen of it from outside.
struct Desk {
    let clock = TestClock()
    let texts = AsyncStream.makeStream(of: String.self)
    let trails = AsyncStream.makeStream(of: [String].self)
    let endedTasks = AsyncStream.makeStream(of: Void.self)

    /// Makes a store whose tasks run by the clock of this desk.
    func makeStore(executor: StoreExecutor = .immediate) -> Store<DraftAction, Draft> {
        let (texts, trails, endedTasks) = (texts.continuation, trails.continuation, endedTasks.continuation)
        let witness = AnyMiddleware<DraftAction, DraftAction, Draft> { _, source, _ in
            trails.yield(source.trail.map(\.kind))
            return .pure()
        }
        let paper = Paper(write: { texts.yield($0) }, close: { texts.yield("\($0) at the end") })
        return Store(
            initialState: Draft(),
            reducer: drafting,
            middleware: Autosave(paper: paper) <> witness,
            executor: executor,
            environment: StoreEnvironment(clock: clock) { _, operation in
                Task {
                    await operation()
                    endedTasks.yield()
                }
            }
        )
    }

    /// What was kept until now.
    func allTexts() async -> [String] {
        texts.continuation.finish()
        return await texts.stream.reduce(into: []) { $0.append($1) }
    }

    /// The kinds of the steps of each action until now.
    func allTrails() async -> [[String]] {
        trails.continuation.finish()
        return await trails.stream.reduce(into: []) { $0.append($1) }
    }
}
