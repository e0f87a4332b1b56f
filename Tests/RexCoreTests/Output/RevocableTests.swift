// SPDX-License-Identifier: MIT

import RexCore
import RexTestSupport
import Testing

/// Actions of a revoked output are never processed.
@Suite struct RevocableTests {
    private let outputs = Recorder<AnyActionHandler<Int>>()
    private let jobs = Recorder<@Sendable () -> Void>()

    /// Returns a store that processes only when the test runs its job.
    private func waitingStore() -> Store<Int, [Int]> {
        Store(
            initialState: [],
            reducer: listing,
            middleware: AnyMiddleware<Int, Int, [Int]> { [outputs] _, output in
                outputs.record(output)
            } handle: { action, source, _ in
                action == 7 ? .send(70, from: source) : .pure()
            },
            executor: StoreExecutor(isCurrent: { false }, enqueue: jobs.record)
        )
    }

    @Test func queuedActionsOfARevokedOutputAreDropped() {
        let store = waitingStore()
        let (output, revoke) = outputs.events[0].revocable()
        output.dispatch(1)
        store.dispatch(2)
        output.dispatch(3)
        revoke()
        revoke()
        output.dispatch(4)
        jobs.events[0]()
        #expect(store.state == [2])
    }

    @Test func actionsProcessedBeforeRevokingStayAndSoDoTheirAnswers() {
        let store = waitingStore()
        let (output, revoke) = outputs.events[0].revocable()
        output.dispatch(7)
        jobs.events[0]()
        revoke()
        #expect(store.state == [7, 70])
    }

    @Test func revokingAffectsOnlyItsOutput() {
        let store = waitingStore()
        let (first, second) = (outputs.events[0].revocable(), outputs.events[0].revocable())
        first.output.dispatch(1)
        second.output.dispatch(2)
        outputs.events[0].dispatch(3)
        first.revoke()
        jobs.events[0]()
        #expect(store.state == [2, 3])
    }

    @Test(arguments: [true, false])
    func nestedRevocableOutputIsRevokedByEither(inner: Bool) {
        let store = waitingStore()
        let outer = outputs.events[0].revocable()
        let nested = outer.output.contramap { (number: Int) in number }.filter { true }.revocable()
        nested.output.dispatch(1)
        if inner { nested.revoke() } else { outer.revoke() }
        outer.output.dispatch(2)
        jobs.events[0]()
        #expect(store.state == (inner ? [2] : []))
    }

    @Test func sourceDerivedAfterSendingCanBeRevoked() {
        let store = waitingStore()
        let wrapped = AnyActionHandler<Int> { [outputs] action in
            outputs.events[0].dispatch(action.action, from: action.dispatcher.derived(by: "wrapper"))
        }
        let (output, revoke) = wrapped.revocable()
        output.dispatch(1)
        revoke()
        jobs.events[0]()
        #expect(store.state == [])
    }

    @Test func answerToARevocableActionCannotBeRevoked() {
        let store = waitingStore()
        let (output, revoke) = outputs.events[0].revocable()
        output.dispatch(7)
        store.dispatch(8)
        let revoking = store.observe { if $0 == [7] { revoke() } }
        jobs.events[0]()
        #expect(store.state == [7, 8, 70])
        revoking.cancel()
    }

    @Test func answerIsNotRevokedWithTheActionThatCausedIt() {
        let revokeCause = Lock<(@Sendable () -> Void)?>(nil)
        let store = Store<Int, [Int]>(
            initialState: [],
            reducer: listing,
            middleware: AnyMiddleware<Int, Int, [Int]> { [outputs] _, output in
                outputs.record(output)
            } handle: { [outputs] action, source, _ in
                guard action == 7 else { return .pure() }
                return IO { _ in
                    outputs.events[0].revocable().output.dispatch(70, from: source)
                    revokeCause.withLock { $0 }?()
                }
            }
        )
        // The source of the cause gets a step after it was sent.
        let wrapped = AnyActionHandler<Int> { [outputs] action in
            outputs.events[0].dispatch(action.action, from: action.dispatcher.derived(by: "wrapper"))
        }
        let (output, revoke) = wrapped.revocable()
        revokeCause.withLock { $0 = revoke }
        output.dispatch(7)
        #expect(store.state == [7, 70])
    }

    @Test func revokedHandlerWithoutAStorePassesNothingOn() {
        let seen = Recorder<Int>()
        let (output, revoke) = AnyActionHandler<Int> { seen.record($0.action) }.revocable()
        output.dispatch(1)
        revoke()
        output.dispatch(2)
        #expect(seen.events == [1])
    }

    @Test func outputMayBeRevokedWhileAnotherThreadSends() {
        for _ in 0..<50 {
            let seen = Recorder<Int>()
            let (output, revoke) = AnyActionHandler<Int> { seen.record($0.action) }.revocable()
            onThreads(2) { thread in
                if thread == 0 { revoke() } else { output.dispatch(1) }
            }
            output.dispatch(2)
            #expect(seen.events.allSatisfy { $0 == 1 })
        }
    }

    /// Eight threads send through outputs that the store's thread revokes.
    ///
    /// No action is processed after its revocation.
    @Test func noActionIsProcessedAfterItsRevocationOnAnotherThread() {
        let count = fullInRelease(100_000)
        let revocations = Lock<[@Sendable () -> Void]>([])
        let outputs = Recorder<AnyActionHandler<Int>>()
        let late = Recorder<Int>()
        // A negative action revokes the output of that thread.
        let middleware = AnyMiddleware<Int, Int, [Bool]> { _, output in
            outputs.record(output)
        } handle: { action, _, state in
            if action < 0 { revocations.withLock { $0[-action - 1] }() }
            if action >= 0, state()[action] { late.record(action) }
            return .pure()
        }
        let reducer = Reducer<Int, [Bool]>.reduce { action, isRevoked in
            if action < 0 { isRevoked[-action - 1] = true }
        }
        let store = Store(initialState: Array(repeating: false, count: 8), reducer: reducer, middleware: middleware)
        let revocable = (0..<8).map { _ in outputs.events[0].revocable() }
        revocations.withLock { $0 = revocable.map(\.revoke) }
        let handlers = revocable.map(\.output)
        onThreads(8) { thread in
            for number in 0..<count {
                handlers[thread].dispatch(thread)
                if number == count / 2 { store.dispatch(-((thread + 3) % 8) - 1) }
            }
        }
        #expect(late.events == [])
        #expect(store.state == Array(repeating: true, count: 8))
    }
}
