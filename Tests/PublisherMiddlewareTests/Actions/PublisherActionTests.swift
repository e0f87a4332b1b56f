// SPDX-License-Identifier: MIT

import PublisherKit
import PublisherMiddleware
import RexCore
import RexTestSupport
import Testing

@Suite struct PublisherActionTests {
    @Test func bodyRunsOnceForEachDispatchAfterTheReducer() {
        let store = makeStore()
        let states = Recorder<AppState?>()
        let action = PublisherAction<AppState> { _, getState, _ in states.record(getState()) }
        #expect(states.events.isEmpty)
        store.dispatch(action)
        store.dispatch(Add(1))
        store.dispatch(action)
        #expect(states.events == [AppState(others: 1), AppState(numbers: [1], others: 2)])
    }

    @Test func bodiesOfBothFormsDispatchAndReadTheState() {
        let store = makeStore()
        let counts = Recorder<Int?>()
        let subject = PassthroughSubject<Int, Never>()
        let actions = [
            PublisherAction<AppState> { dispatch, getState, cancellables in
                subject.tap { number in
                    dispatch(Add(number))
                    counts.record(getState()?.numbers.count)
                }.store(in: &cancellables)
            },
            PublisherAction<AppState> { context in
                subject.tap { number in
                    context.dispatch(Add(-number))
                    counts.record(context.getState()?.numbers.count)
                }.store(in: &context.cancellables)
            },
        ]
        for action in actions { store.dispatch(action) }
        subject.send(1)
        subject.send(2)
        withExtendedLifetime(actions) {}
        #expect(store.state.numbers == [1, -1, 2, -2])
        #expect(counts.events == [1, 2, 3, 4])
    }

    @Test func dispatchedActionKeepsTheSourceAndAddsAStepWithThatLocation() {
        let sources = Recorder<ActionSource>()
        let listener = AnyMiddleware<any Action, any Action, AppState> { action, source, _ in
            if action is Add { sources.record(source) }
            return .pure()
        }
        let store = AppStore(
            reducer: AppReducer(),
            state: .initialValue,
            middlewares: [createPublisherMiddleware(), listener]
        )
        let action = PublisherAction<AppState>(description: "adding") { context in context.dispatch(Add(1)) }
        store.dispatch(action, file: "Module/File.swift", function: "here()", line: 7, info: "by button")
        #expect(
            sources.events == [
                ActionSource(
                    file: "Module/File.swift",
                    function: "here()",
                    line: 7,
                    info: "by button\nDispatched by [PublisherAction<AppState>] adding"
                )
            ]
        )
        #expect(
            sources.events.first?.trail.last
                == ActionSource.Step(
                    kind: "publisher",
                    text: "Dispatched by [PublisherAction<AppState>] adding",
                    file: "Module/File.swift",
                    function: "here()",
                    line: 7
                )
        )
    }

    @Test func releasingTheActionCancelsItsPipelines() {
        let store = makeStore()
        let subject = PassthroughSubject<Int, Never>()
        let cancellations = Recorder<String>()
        weak var weakAction: PublisherAction<AppState>?
        do {
            let action = PublisherAction<AppState> { dispatch, _, cancellables in
                subject
                    .handleEvents(receiveCancel: { cancellations.record("cancelled") })
                    .tap { dispatch(Add($0)) }
                    .store(in: &cancellables)
            }
            weakAction = action
            store.dispatch(action)
            subject.send(1)
            #expect(cancellations.events.isEmpty)
            withExtendedLifetime(action) {}
        }
        #expect(weakAction == nil)
        #expect(cancellations.events == ["cancelled"])
        subject.send(2)
        #expect(store.state.numbers == [1])
    }

    @Test func completedPipelinesAreRemovedFromTheAction() {
        let store = makeStore()
        let subject = PassthroughSubject<Int, Never>()
        let other = PassthroughSubject<Int, Never>()
        let action = PublisherAction<AppState>(description: "counting") { _, _, cancellables in
            subject.tap { _ in }.store(in: &cancellables)
            other.tap { _ in }.store(in: &cancellables)
            Just(1).tap { _ in }.store(in: &cancellables)
        }
        store.dispatch(action)
        #expect("\(action)" == "[PublisherAction<AppState>] counting (2 cancellables)")
        subject.send(completion: .finished)
        #expect("\(action)" == "[PublisherAction<AppState>] counting (1 cancellable)")
        store.dispatch(action)
        #expect("\(action)" == "[PublisherAction<AppState>] counting (2 cancellables)")
        other.send(completion: .finished)
        #expect("\(action)" == "[PublisherAction<AppState>] counting (0 cancellables)")
    }

    @Test func cancellableOfACompletedTapIsReleasedAtOnce() {
        let store = makeStore()
        let subject = PassthroughSubject<Int, Never>()
        let cancellables = Recorder<WeakCancellable>()
        let action = PublisherAction<AppState> { _, _, stored in
            let cancellable = subject.tap { _ in }
            cancellables.record(WeakCancellable(cancellable))
            stored.insert(cancellable)
        }
        store.dispatch(action)
        #expect(!cancellables.events[0].isGone)
        subject.send(completion: .finished)
        #expect(cancellables.events[0].isGone)
    }

    #if !canImport(Combine)
    @Test func completedSinksAreRemovedFromTheActionToo() {
        let store = makeStore()
        let subject = PassthroughSubject<Int, Never>()
        let action = PublisherAction<AppState> { _, _, cancellables in
            subject.sink { _ in }.store(in: &cancellables)
        }
        store.dispatch(action)
        store.dispatch(action)
        #expect("\(action)" == "[PublisherAction<AppState>] (2 cancellables)")
        subject.send(completion: .finished)
        #expect("\(action)" == "[PublisherAction<AppState>] (0 cancellables)")
    }
    #endif

    @Test func bodyCanRemoveCancellablesOfEarlierRuns() {
        let store = makeStore()
        let subject = PassthroughSubject<Int, Never>()
        let counts = Recorder<Int>()
        let action = PublisherAction<AppState> { context in
            counts.record(context.cancellables.count)
            context.cancellables.removeAll()
            subject.tap { context.dispatch(Add($0)) }.store(in: &context.cancellables)
        }
        for _ in 1...3 { store.dispatch(action) }
        subject.send(1)
        #expect(counts.events == [0, 1, 1])
        #expect(store.state.numbers == [1])
    }

    @Test func actionCanBeDescribedAndDispatchedAgainWhileItsBodyRuns() {
        let store = makeStore()
        let runs = Recorder<String>()
        let subject = PassthroughSubject<Int, Never>()
        let itself = Lock<PublisherAction<AppState>?>(nil)
        let action = PublisherAction<AppState>(description: "again") { dispatch, _, cancellables in
            guard let action = itself.withLock({ $0 }) else { return }
            subject.tap { _ in }.store(in: &cancellables)
            if runs.events.count < 2 { dispatch(action) }
            runs.record(action.description)
        }
        itself.withLock { $0 = action }
        store.dispatch(action)
        itself.withLock { $0 = nil }
        #expect(
            runs.events == (0...2).map { "[PublisherAction<AppState>] again (\($0) cancellable\($0 == 1 ? "" : "s"))" }
        )
        #expect("\(action)" == "[PublisherAction<AppState>] again (3 cancellables)")
    }

    @Test func actionCanBeReleasedWhileItsBodyRuns() {
        let store = makeStore()
        let cancellations = Recorder<String>()
        let subject = PassthroughSubject<Int, Never>()
        let owner = Lock<PublisherAction<AppState>?>(nil)
        owner.withLock {
            $0 = PublisherAction<AppState> { dispatch, _, cancellables in
                subject.handleEvents(receiveCancel: {
                    cancellations.record("cancelled")
                    dispatch(Add(9))
                }).tap { _ in }.store(in: &cancellables)
                owner.withLock { $0 = nil }
            }
        }
        if let action = owner.withLock({ $0 }) { store.dispatch(action) }
        #expect(cancellations.events == ["cancelled"])
        #expect(store.state.numbers == [9])
    }

    @Test func oneActionCanRunInTwoStoresOnTwoThreads() {
        let stores = [makeStore(), makeStore()]
        let action = PublisherAction<AppState> { dispatch, _, cancellables in
            Just(1).tap { dispatch(Add($0)) }.store(in: &cancellables)
        }
        onThreads(2) { thread in
            for _ in 0..<500 { stores[thread].dispatch(action) }
        }
        #expect(stores.map(\.state.numbers.count) == [500, 500])
        #expect("\(action)" == "[PublisherAction<AppState>] (0 cancellables)")
    }

    @Test func getStateIsNilAndDispatchDoesNothingOnceTheStoreIsGone() {
        let subject = PassthroughSubject<Int, Never>()
        let states = Recorder<AppState?>()
        var store: AppStore? = makeStore()
        let action = PublisherAction<AppState> { dispatch, getState, cancellables in
            subject.tap { number in
                dispatch(Add(number))
                states.record(getState())
            }.store(in: &cancellables)
        }
        store?.dispatch(action)
        subject.send(1)
        store = nil
        subject.send(2)
        #expect(states.events == [AppState(numbers: [1], others: 1), nil])
    }
}

/// Tracks whether a cancellable is released, without retaining it.
final class WeakCancellable: Sendable {
    private struct Reference {
        weak var cancellable: AnyCancellable?
    }

    private let reference: Lock<Reference>

    init(_ cancellable: AnyCancellable) {
        reference = Lock(Reference(cancellable: cancellable))
    }

    var isGone: Bool { reference.withLock { $0.cancellable == nil } }
}
