// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

@testable import RexTesting

/// The contract of the store, in many orders of steps.
@Suite struct StoreContractWhiteBoxTests {
    private let count = 1_000

    private struct Broken: Error { let events: [String] }

    /// Records the phases of each action.
    private struct Spy: MiddlewareProtocol {
        let name: String
        let events: Recorder<String>

        func handle(action: Note, from source: ActionSource, state: @escaping GetState<Notes>) -> IO<Note> {
            events.record("\(name) handles \(state().list.count)")
            return IO { _ in events.record("\(name) runs \(state().list.count)") }
        }
    }

    private static let two: @Sendable (Work) async throws -> Void = { work in
        for number in 1...2 {
            await Task.yield()
            work.say("\(number)")
        }
    }

    private func store(
        _ works: [String: @Sendable (Work) async throws -> Void],
        _ events: Recorder<String>,
        _ schedule: Schedule
    ) -> TestStore<Note, Notes> {
        TestStore(
            initialState: Notes(),
            reducer: .notes,
            middleware: Spy(name: "first", events: events) <> Works(works: works)
                <> Spy(name: "second", events: events),
            checks: .onlyWhatIsSaid,
            schedule: schedule
        )
    }

    @Test func actionsAreProcessedOneAtATimeInOrder() {
        exploreSchedules(count) { schedule in
            let events = Recorder<String>()
            let test = store(["a": Self.two, "b": Self.two], events, schedule)
            for name in ["a", "b"] { test.send(.go(name)) }
            test.run()
            let expected = (0..<6).flatMap { number in
                [
                    "first handles \(number)", "second handles \(number)",
                    "first runs \(number + 1)", "second runs \(number + 1)",
                ]
            }
            guard events.events == expected else { throw Broken(events: events.events) }
        }
    }

    @Test func dispatchIsNeverNested() {
        exploreSchedules(count) { schedule in
            let events = Recorder<String>()
            let test = store(
                [
                    "a": { work in
                        events.record("dispatches")
                        work.say("x")
                        work.say("y")
                        events.record("has dispatched")
                    }
                ],
                events,
                schedule
            )
            let observation = test.store?.observe { _ in events.record("observes") }
            test.send(.go("a"))
            test.run()
            observation?.cancel()
            // Between the two phases of an action there is no phase of another action.
            var isOpen = false
            for event in events.events {
                if event.hasPrefix("first handles") {
                    guard !isOpen else { throw Broken(events: events.events) }
                    isOpen = true
                } else if event.hasPrefix("second runs") {
                    isOpen = false
                }
            }
        }
    }

    private static func listWithRoom() -> [String] {
        var list: [String] = []
        list.reserveCapacity(10)
        return list
    }

    /// In a real store, since a test store keeps each state.
    @Test func nothingIsCopied() {
        exploreSchedules(count) { schedule in
            let world = TestWorld(schedule: schedule).core
            let addresses = Recorder<UInt>()
            let environment = StoreEnvironment(clock: TestClock(world)) { source, operation in
                RunExecutor.startTask(in: world, of: 1, from: source, operation)
            }
            let noting = Reducer<Note, Notes>.reduce { _, notes in
                unsafe addresses.record(notes.list.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) })
            }
            world.drive {
                let store = Store(
                    initialState: Notes(list: Self.listWithRoom()),
                    reducer: Reducer<Note, Notes>.notes <> noting,
                    middleware: Works(works: ["a": Self.two, "b": Self.two]),
                    executor: world.executor(of: 1),
                    environment: environment
                )
                for name in ["a", "b"] { store.dispatch(.go(name)) }
                _ = world.drain()
            }
            guard addresses.events.count == 6, Set(addresses.events).count == 1 else {
                throw Broken(events: addresses.events.map(String.init))
            }
        }
    }

    @Test func sendReturnsAfterItsActionWasProcessed() {
        exploreSchedules(count) { schedule in
            let test = store(["a": Self.two, "b": Self.two], Recorder(), schedule)
            for name in ["a", "b"] {
                test.send(.go(name))
                guard test.log.entries.contains(where: { $0.action == .go(name) }) else {
                    throw Broken(events: [name])
                }
            }
        }
    }

    @Test func actionsAreProcessedInTheOrderOfDispatch() {
        exploreSchedules(count) { schedule in
            let dispatched = Recorder<String>()
            let work: @Sendable (Work) async throws -> Void = { work in
                for number in 1...3 {
                    let text = "\(work.source.line)-\(number)"
                    dispatched.record(text)
                    work.say(text)
                    await Task.yield()
                }
            }
            let test = store(["a": work, "b": work], Recorder(), schedule)
            test.send(.go("a"))
            test.send(.go("b"))
            test.run()
            let processed = test.actions.compactMap(\.action.said)
            guard processed == dispatched.events else { throw Broken(events: processed) }
        }
    }

    @Test func stateIsNeverReadDuringAReduction() {
        struct Pair: Sendable, Equatable { var left = 0, right = 0 }
        let both = Reducer<Note, Pair>.reduce { _, pair in
            pair.left += 1
            pair.right += 1
        }
        exploreSchedules(count) { schedule in
            let pairs = Recorder<Pair>()
            let test = TestStore(
                initialState: Pair(),
                reducer: both,
                middleware: AnyMiddleware { action, source, state in
                    guard case .go = action else { return .pure() }
                    return .task(from: source) { output in
                        for _ in 1...2 {
                            pairs.record(state())
                            await Task.yield()
                            output.dispatch(.said("x"), from: source)
                        }
                    }
                },
                checks: .onlyWhatIsSaid,
                schedule: schedule
            )
            for name in ["a", "b"] { test.send(.go(name)) }
            test.run()
            guard pairs.events.count == 4, pairs.events.allSatisfy({ $0.left == $0.right }), test.state.left == 6
            else { throw Broken(events: pairs.events.map { "\($0)" }) }
        }
    }

    @Test func observersGetEachStateOnceInOrder() {
        exploreSchedules(count) { schedule in
            let (whole, parts) = (Recorder<Int>(), Recorder<Bool>())
            let test = store(["a": Self.two, "b": Self.two], Recorder(), schedule)
            let observations = [
                test.store?.observe { whole.record($0.list.count) },
                test.store?.observe(\.list.isEmpty) { parts.record($0) },
            ]
            for name in ["a", "b"] { test.send(.go(name)) }
            test.run()
            observations.forEach { $0?.cancel() }
            guard whole.events == Array(0...6), parts.events == [true, false] else {
                throw Broken(events: whole.events.map { "\($0)" })
            }
        }
    }

    @Test func endOfTheStoreDropsQueuedActions() {
        exploreSchedules(count) { schedule in
            let events = Recorder<String>()
            let lists = Recorder<Int>()
            do {
                let test = store(["a": Self.two, "b": Self.two], events, schedule)
                for name in ["a", "b"] { test.send(.go(name)) }
                lists.record(test.log.entries.count)
            }
            // Actions before the end were processed, and no later ones.
            guard events.events.count == 4 * (lists.events.first ?? 0) else { throw Broken(events: events.events) }
        }
    }

    @Test func sourceIsPreserved() {
        exploreSchedules(count) { schedule in
            let test = store(["a": Self.two, "b": Self.two], Recorder(), schedule)
            let line: UInt = #line + 1
            for name in ["a", "b"] { test.send(.go(name)) }
            test.run()
            guard test.actions.allSatisfy({ $0.dispatcher.line == line && $0.dispatcher.file == #fileID }),
                test.actions.map(\.dispatcher.trail.count).sorted() == [0, 0, 1, 1, 1, 1]
            else { throw Broken(events: []) }
        }
    }
}
