// SPDX-License-Identifier: MIT

import Dispatch
import RexCore
import RexTestSupport
import RexTesting
import Testing

@MainActor private func onTheMainActor() -> String { "from the main actor" }

@Suite struct SettleTests {
    @Test func settleWaitsForWorkOutside() async {
        let test = notesStore([
            "main": { work in work.say(await onTheMainActor()) },
            "detached": { work in work.say(await Task.detached { "from a detached task" }.value) },
            "thread": { work in
                await withCheckedContinuation { continuation in
                    onThread { continuation.resume() }
                }
                work.say("from a thread")
            },
        ])
        for (name, answer) in [
            ("main", "from the main actor"), ("detached", "from a detached task"), ("thread", "from a thread"),
        ] {
            test.send(.go(name)) { $0.list.append(name) }
            await test.settle(within: .seconds(60))
            test.receive(.said(answer)) { $0.list.append(answer) }
        }
        test.finish()
    }

    @Test func settleWaitsForWorkOutsideInSequence() async {
        let test = notesStore([
            "late": { work in
                for _ in 1...3 { await Task.detached { try? await Task.sleep(for: .milliseconds(2)) }.value }
                work.say("at last")
            }
        ])
        test.send(.go("late")) { $0.list = ["late"] }
        await test.settle(within: .seconds(60))
        test.receive(.said("at last")) { $0.list.append("at last") }
        test.finish()
    }

    @Test func settleReturnsAtOnceWithoutWorkOutside() async {
        let test = notesStore(["nap": { try await $0.sleep(.seconds(1)) }])
        await test.settle(within: .zero)
        test.send(.go("nap")) { $0.list = ["nap"] }
        await test.settle(within: .zero)
        test.run()
        test.finish()
    }

    @Test(arguments: [.milliseconds(1), nil] as [Duration?])
    func settleFailsWhenItsTimeIsOver(limit: Duration?) async {
        let texts = await failures {
            let (never, end) = AsyncStream.makeStream(of: Int.self)
            let test = notesStore(["listen": { _ in for await _ in never {} }])
            test.send(.go("listen")) { $0.list = ["listen"] }
            if let limit { await test.settle(within: limit) } else { await test.settle() }
            end.finish()
        }
        #expect(texts.count == 1)
        let text = texts.first ?? ""
        #expect(text.hasPrefix("settle(within: \(limit ?? .seconds(1))): The runs have not ended in time.\n"))
        #expect(text.contains("Work listen at Notes.swift:"))
    }

    /// The state change is compared before the run takes a step, so no run waits outside yet.
    @Test func stateAfterSendIsComparedBeforeTheRunStarts() async {
        let texts = await failures {
            let (never, end) = AsyncStream.makeStream(of: Int.self)
            let test = notesStore(["listen": { _ in for await _ in never {} }])
            test.send(.go("listen")) { $0.list = ["another"] }
            test.expect { $0.list.isEmpty }
            end.finish()
            await test.settle()
        }
        #expect(texts.map { $0.contains("something that the test does not control") } == [false, true])
    }

    @Test func actionFromAnotherThreadIsProcessedByTheNextCall() {
        let outputs = Recorder<AnyActionHandler<Note>>()
        let test = TestStore(initialState: Notes(), reducer: .notes, middleware: Listener(outputs: outputs))
        let done = DispatchSemaphore(value: 0)
        for output in outputs.events {
            onThread {
                output.dispatch(.said("elsewhere"))
                done.signal()
            }
        }
        done.wait()
        test.receive(.said("elsewhere")) { $0.list = ["elsewhere"] }
        test.finish()
    }

    @Test func anotherThreadMayDispatchWhileTheTestSends() {
        let outputs = Recorder<AnyActionHandler<Note>>()
        let test = TestStore(
            initialState: Notes(),
            reducer: .notes,
            middleware: Listener(outputs: outputs),
            checks: .onlyWhatIsSaid
        )
        let done = DispatchSemaphore(value: 0)
        let count = 100
        for output in outputs.events {
            onThread {
                for _ in 1...count { output.dispatch(.said("elsewhere")) }
                done.signal()
            }
        }
        for _ in 1...count { test.send(.said("here")) }
        done.wait()
        test.run()
        #expect(test.state.list.count == 2 * count)
    }

    @Test func runThatResumesAfterItsTestEnds() async {
        let (gate, opener) = AsyncStream.makeStream(of: Void.self)
        let (ends, end) = AsyncStream.makeStream(of: Bool.self)
        do {
            let test = notesStore([
                "late": { _ in
                    await Task.detached { for await _ in gate {} }.value
                    end.yield(Task.isCancelled)
                }
            ])
            test.send(.go("late")) { $0.list = ["late"] }
            test.skipRuns()
            test.finish()
        }
        opener.finish()
        var iterator = ends.makeAsyncIterator()
        #expect(await iterator.next() == true)
    }

    private func onThread(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue.global().async(execute: body)
    }
}

/// Gives its output to the test.
private struct Listener: MiddlewareProtocol {
    let outputs: Recorder<AnyActionHandler<Note>>

    func receiveContext(getState: @escaping GetState<Notes>, output: AnyActionHandler<Note>) {
        outputs.record(output)
    }

    func handle(action: Note, from source: ActionSource, state: @escaping GetState<Notes>) -> IO<Note> { .pure() }
}
