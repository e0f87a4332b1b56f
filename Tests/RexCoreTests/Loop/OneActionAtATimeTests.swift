// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// Sentences 1 to 3 of the store's contract.
@Suite struct OneActionAtATimeTests {
    @Test func eachActionIsHandledReducedObservedAndRunBeforeTheNext() {
        let notes = Recorder<String>()
        let first = AnyMiddleware<Int, Int, Int> { action, source, state in
            notes.record("first handle \(action) \(state())")
            return IO { output in
                notes.record("first io \(action) \(state())")
                if action == 1 { output.dispatch(10, from: source) }
            }
        }
        let store = Store(
            initialState: 0,
            reducer: .reduce { action, sum in
                notes.record("reduce \(action)")
                sum += action
            },
            middleware: first <> Probe<Int, Int>(name: "second", notes: notes)
        )
        let observation = store.observe { notes.record("observer \($0)") }

        store.dispatch(1)

        #expect(
            notes.events == [
                "observer 0",
                "first handle 1 0", "second handle 1 0", "reduce 1", "observer 1", "first io 1 1", "second io 1 1",
                "first handle 10 1", "second handle 10 1", "reduce 10", "observer 11", "first io 10 11",
                "second io 10 11",
            ]
        )
        observation.cancel()
    }

    @Test func actionsDispatchedDuringProcessingAreQueuedLast() {
        let answering = AnyMiddleware<Int, Int, [Int]> { action, source, _ in
            guard action < 10 else { return .pure() }
            return IO { output in
                output.dispatch(action * 10, from: source)
                output.dispatch(action * 10 + 1, from: source)
            }
        }
        let store = Store(initialState: [], reducer: listing, middleware: answering <> answering)
        store.dispatch(1)
        #expect(store.state == [1, 10, 11, 10, 11])
    }

    @Test func dispatchInsideIOIsProcessedAfterTheIOReturns() {
        let notes = Recorder<String>()
        let middleware = AnyMiddleware<Int, Int, [Int]> { action, source, state in
            IO { output in
                guard action == 0 else { return }
                output.dispatch(1, from: source)
                notes.record("still \(state())")
            }
        }
        let store = Store(initialState: [], reducer: listing, middleware: middleware)
        store.dispatch(0)
        #expect(notes.events == ["still [0]"])
        #expect(store.state == [0, 1])
    }

    @Test func dispatchInsideAnObserverIsProcessedAfterTheAction() {
        let notes = Recorder<String>()
        let store = Store(
            initialState: [],
            reducer: listing,
            middleware: Probe<Int, [Int]>(name: "m", notes: notes)
        )
        let observation = store.observe { [unowned store] list in
            if list == [0] { store.dispatch(1) }
        }
        store.dispatch(0)
        #expect(
            notes.events == ["m handle 0 []", "m io 0 [0]", "m handle 1 [0]", "m io 1 [0, 1]"]
        )
        observation.cancel()
    }

    @Test func dispatchInsideHandleIsProcessedAfterTheAction() {
        let kept = Recorder<AnyActionHandler<Int>>()
        let middleware = AnyMiddleware<Int, Int, [Int]> { _, output in
            kept.record(output)
        } handle: { action, source, _ in
            if action == 0 { kept.events[0].dispatch(1, from: source) }
            return .pure()
        }
        let store = Store(initialState: [], reducer: listing, middleware: middleware)
        store.dispatch(0)
        #expect(store.state == [0, 1])
    }

    @Test func dispatchInReceiveContextIsProcessedAfterAllMiddlewaresHaveTheirContext() {
        let notes = Recorder<String>()
        func eager(_ name: String) -> AnyMiddleware<Int, Int, [Int]> {
            AnyMiddleware { _, output in
                notes.record("\(name) context")
                output.dispatch(name == "a" ? 1 : 2)
            } handle: { action, _, _ in
                notes.record("\(name) handle \(action)")
                return .pure()
            }
        }
        let store = Store(initialState: [], reducer: listing, middleware: eager("a") <> eager("b"))
        #expect(store.state == [1, 2])
        #expect(
            notes.events == ["a context", "b context", "a handle 1", "b handle 1", "a handle 2", "b handle 2"]
        )
    }

    /// Runs in its own process, to measure only the memory of this chain.
    @Test func chainOfTenMillionActionsNeedsNeitherStackNorMemory() async {
        await #expect(processExitsWith: .success) {
            let links = fullInRelease(10_000_000)
            let store = Store(initialState: 0, reducer: counting, middleware: Countdown())
            let before = peakResidentKilobytes()
            store.dispatch(links)
            precondition(store.state == links + 1)
            precondition(peakResidentKilobytes() - before < 200_000)
        }
    }

    @Test func actionsOfTwoThreadsAreNotLostAndKeepTheirOrder() {
        struct Counts: Sendable {
            var total = 0
            var next = [0, 0]
            var outOfOrder = 0
        }
        struct Numbered: Sendable {
            let thread: Int
            let number: Int
        }
        let each = fullInRelease(1_000_000)
        let store = Store<Numbered, Counts>(
            initialState: Counts(),
            reducer: .reduce { action, counts in
                counts.total += 1
                if counts.next[action.thread] != action.number { counts.outOfOrder += 1 }
                counts.next[action.thread] = action.number + 1
            }
        )
        onThreads(2) { thread in
            for number in 0..<each { store.dispatch(Numbered(thread: thread, number: number)) }
        }
        #expect(store.state.total == 2 * each)
        #expect(store.state.next == [each, each])
        #expect(store.state.outOfOrder == 0)
    }

    @Test func dispatchReturnsWhenTheQueueIsEmpty() {
        let store = Store(initialState: 0, reducer: counting, middleware: Countdown())
        store.dispatch(4)
        #expect(store.state == 5)
    }

    @Test func dispatchWhileAnotherThreadProcessesReturnsAtOnce() {
        let (entered, mayLeave) = (Gate(), Gate())
        let threads = Recorder<String>()
        let middleware = AnyMiddleware<Int, Int, [Int]> { action, _, _ in
            IO { _ in
                threads.record(currentThreadName())
                guard action == 0 else { return }
                entered.open()
                mayLeave.wait()
            }
        }
        let store = Store(initialState: [], reducer: listing, middleware: middleware)
        let processing = JoinableThread(name: "processing") { store.dispatch(0) }
        entered.wait()

        store.dispatch(1)
        #expect(store.state == [0])

        mayLeave.open()
        processing.join()
        #expect(store.state == [0, 1])
        #expect(threads.events == ["processing", "processing"])
    }
}
