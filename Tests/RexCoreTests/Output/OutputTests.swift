// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// The store data of an output, in each of its forms.
@Suite struct OutputTests {
    private let outputs = Recorder<AnyActionHandler<Int>>()

    private func makeStore(handle: @escaping @Sendable (Int, ActionSource) -> Void = { _, _ in }) -> Store<Int, [Int]> {
        Store(
            initialState: [],
            reducer: listing,
            middleware: AnyMiddleware { [outputs] in
                outputs.record($1)
            } handle: { action, source, _ in
                handle(action, source)
                return .pure()
            },
            environment: StoreEnvironment(clock: SuspendingClock()) { _, operation in Task(operation: operation) }
        )
    }

    private func forms(of output: AnyActionHandler<Int>) -> [(name: String, output: AnyActionHandler<Int>)] {
        let task = Recorder<AnyActionHandler<Int>>()
        IO<Int> { task.record($0) }.map { $0 }.run(output)
        IO<Int> { task.record($0) }.filter { true }.run(output)
        return [
            ("itself", output), ("erased", output.eraseToAnyActionHandler()), ("wrapped", AnyActionHandler(output)),
            ("mapped", output.contramap { $0 }), ("filtered", output.filter { true }),
            ("filtered twice", output.filter { true }.filter { true }),
            ("filtered and mapped", output.filter { true }.contramap { $0 }),
            ("revocable", output.revocable().output), ("revocable twice", output.revocable().output.revocable().output),
            ("of a mapped IO", task.events[0]), ("of a filtered IO", task.events[1]),
        ]
    }

    @Test func everyFormKnowsItsStore() {
        var store: Store<Int, [Int]>? = makeStore()
        let other = makeStore()
        let (own, foreign) = (outputs.events[0], outputs.events[1])
        #expect(own.storeIdentity != nil)
        #expect(own.storeIdentity != foreign.storeIdentity)
        let ended = Recorder<String>()
        let idle = Recorder<String>()
        for (name, output) in forms(of: own) {
            #expect(output.storeIdentity == own.storeIdentity, "\(name)")
            #expect(output.environment.clock is SuspendingClock, "\(name)")
            output.onEnd { ended.record(name) }
            output.onIdle { idle.record(name) }
            output.dispatch(1)
        }
        let names = forms(of: own).map(\.name)
        #expect(store?.state == names.map { _ in 1 })
        #expect(idle.events == names)
        #expect(ended.events == [])
        store = nil
        #expect(ended.events == names)
        #expect(other.state == [])
    }

    @Test func everyFormFindsTheCauseAndTheTaskOfASource() async {
        let found = Recorder<[Int?]>()
        let store = makeStore { [outputs] _, source in
            let output = outputs.events[0]
            let forms = OutputTests().forms(of: output)
            found.record(forms.map { $0.output.cause(of: source) } + forms.map { $0.output.task(of: source) })
        }
        store.dispatch(0)
        #expect(found.events.last?.allSatisfy { $0 == nil } == true)
        let task = outputs.events[0].startTask { $0.dispatch(1) }
        await store.settled()
        let last = found.events.last ?? []
        #expect(last.dropFirst(last.count / 2).allSatisfy { $0 == task.number })
        #expect(last.prefix(last.count / 2).allSatisfy { $0 == nil })
    }

    @Test func filteredActionIsNotDispatchedInAnyForm() {
        let store = makeStore()
        let isOpen = Lock(false)
        let gated = outputs.events[0].filter { isOpen.withLock { $0 } }
        let forms = forms(of: gated)
        for (_, output) in forms { output.dispatch(1) }
        #expect(store.state == [])
        isOpen.withLock { $0 = true }
        for (_, output) in forms { output.dispatch(2) }
        #expect(store.state == forms.map { _ in 2 })
    }

    @Test func handlerWithoutAStoreHasNoStoreData() {
        for (name, output) in forms(of: AnyActionHandler { _ in }) {
            #expect(output.storeIdentity == nil, "\(name)")
            #expect(output.environment.clock is ContinuousClock, "\(name)")
            #expect(output.cause(of: .here()) == nil, "\(name)")
            #expect(!output.isObserved(.rule), "\(name)")
        }
    }

    @Test func everyFormPostsToTheObserversOfItsStore() {
        let log = RuleLog()
        let (own, foreign) = (Recorder<AnyActionHandler<Int>>(), Recorder<AnyActionHandler<Int>>())
        func store(_ outputs: Recorder<AnyActionHandler<Int>>, _ log: RuleLog) -> Store<Int, [Int]> {
            let keeper = AnyMiddleware<Int, Int, [Int]> {
                outputs.record($1)
            } handle: { _, _, _ in
                .pure()
            }
            return Store(initialState: [], reducer: listing, middleware: keeper <> log.middleware())
        }
        let stores = [store(own, log), store(foreign, RuleLog())]
        let forms = forms(of: own.events[0])
        for (name, output) in forms { output.post(.rule, .rule(.here(kind: "rule", text: name), uses: 1)) }
        foreign.events[0].post(.rule, .rule(.here(kind: "rule", text: "foreign"), uses: 1))
        #expect(log.rules.map(\.text) == forms.map(\.name))
        withExtendedLifetime(stores) {}
    }
}
