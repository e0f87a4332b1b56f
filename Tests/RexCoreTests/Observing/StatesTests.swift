// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

@Suite struct StatesTests {
    @Test func readerGetsTheCurrentStateThenTheNewest() async {
        let store = Store(initialState: 0, reducer: counting)
        store.dispatch(1)
        var states = store.states.makeAsyncIterator()
        #expect(await states.next() == 1)
        for _ in 0..<5 { store.dispatch(1) }
        #expect(await states.next() == 6)
        store.dispatch(1)
        #expect(await states.next() == 7)
    }

    @Test func streamReaderGetsStatesInOrderAndNoStateTwice() async {
        let store = Store(initialState: 0, reducer: counting)
        let last = fullInRelease(200_000)
        let states = store.states
        let thread = JoinableThread { for _ in 0..<last { store.dispatch(1) } }
        var previous = -1
        for await state in states {
            #expect(state > previous)
            previous = state
            if state == last { break }
        }
        thread.join()
        #expect(previous == last)
    }

    @Test func slowReaderBuffersOneState() async {
        final class Big: Sendable {
            let alive: Lock<Int>
            init(_ alive: Lock<Int>) {
                self.alive = alive
                alive.withLock { $0 += 1 }
            }
            deinit { alive.withLock { $0 -= 1 } }
        }
        let alive = Lock(0)
        let store = Store<Int, Big>(initialState: Big(alive), reducer: .reduce { _, state in state = Big(alive) })
        var states = store.states.makeAsyncIterator()
        for _ in 0..<1000 { store.dispatch(1) }
        #expect(alive.withLock { $0 } == 1)
        _ = await states.next()
    }

    @Test func streamFinishesWithTheStoreAfterTheLastState() async {
        var store: Store<Int, Int>? = Store(initialState: 0, reducer: counting)
        let plain = store?.states
        let projected = [
            store?.mapState { "\($0)" }.states,
            store?.contramapAction { (text: String) in text.count }.mapState { "\($0)" }.states,
            store?.projection(action: { (text: String) in text.count }, state: { "\($0)" }).states,
            store?.projection(action: { (text: String) in text.count }, state: { "\($0)" }, distinct: false).states,
        ]
        store?.dispatch(1)
        store = nil
        var seen: [String] = []
        if let plain { for await state in plain { seen.append("\(state)") } }
        for case let states? in projected { for await state in states { seen.append(state) } }
        #expect(seen == ["1", "1", "1", "1", "1"])
    }

    @Test func cancellingTheTaskEndsTheStreamAndItsObservation() async {
        let observed = Recorder<Int>()
        let store = Store(initialState: 0, reducer: counting)
        let states = store.mapState(distinct: false) { state in
            observed.record(state)
            return state
        }.states
        let (started, start) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            for await _ in states { start.yield() }
        }
        for await _ in started { break }
        task.cancel()
        await task.value
        let before = observed.events.count
        store.dispatch(1)
        #expect(observed.events.count == before)
    }

    @Test func streamDoesNotKeepTheStoreAlive() {
        weak var weakStore: Store<Int, Int>?
        var states: AsyncStream<Int>?
        do {
            let store = Store(initialState: 0, reducer: counting)
            weakStore = store
            states = store.states
        }
        #expect(weakStore == nil)
        states = nil
        _ = states
    }
}
