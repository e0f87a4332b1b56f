// SPDX-License-Identifier: MIT

import RexCore

/// Whether an answer is processed with a step in its trail, and is dropped when the draft is read-only.
public func answersUnlessItIsFiltered() async -> Bool {
    let desk = Desk()
    let store = desk.makeStore()
    store.dispatch(.reverted)
    store.dispatch(.readOnly(true))
    store.dispatch(.reverted)
    return await desk.allTrails() == [[], ["revert"], [], []]
}

/// Whether only the last text is saved, two seconds after it is typed.
public func savesAfterTheLastKey() async -> Bool {
    let desk = Desk()
    let store = desk.makeStore()
    var sleeps = desk.clock.sleeps.stream.makeAsyncIterator()
    for text in ["E", "Em"] { store.dispatch(.typed(text)) }
    for _ in 0..<2 {
        guard let sleep = await sleeps.next(), sleep.duration == .seconds(2) else { return false }
        sleep.end()
    }
    await store.settled()
    let trails = await desk.allTrails()
    return await desk.allTexts() == ["Em"] && store.state.saved == "Em" && trails == [[], [], ["derivation"]]
}

/// Whether a queued answer is dropped when its task is cancelled before the answer is processed.
public func dropsWhatWaitsWhenItIsCancelled() async -> Bool {
    let desk = Desk()
    let turns = AsyncStream.makeStream(of: (@Sendable () -> Void).self)
    let store = desk.makeStore(
        executor: StoreExecutor(isCurrent: { false }, enqueue: { turns.continuation.yield($0) })
    )
    var turn = turns.stream.makeAsyncIterator()
    var sleeps = desk.clock.sleeps.stream.makeAsyncIterator()
    var ended = desk.endedTasks.stream.makeAsyncIterator()
    store.dispatch(.typed("Emma"))
    await turn.next()?()
    // The cancelling action is queued first, and the task's answer after it.
    store.dispatch(.readOnly(true))
    await sleeps.next()?.end()
    await ended.next()
    await turn.next()?()
    await store.settled()
    let texts = await desk.allTexts()
    return texts == ["Emma"] && store.state == Draft(text: "Emma", saved: "", isReadOnly: true)
}

/// Whether the end of the store cancels the waiting task, and closes the paper with the unsaved text.
public func cleansUpAtTheEnd() async -> Bool {
    let desk = Desk()
    do {
        let store = desk.makeStore()
        store.dispatch(.typed("Emma"))
    }
    var ended = desk.endedTasks.stream.makeAsyncIterator()
    await ended.next()
    return await desk.allTexts() == ["Emma at the end"]
}
