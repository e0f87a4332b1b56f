// SPDX-License-Identifier: MIT

import PublisherKit
import PublisherTesting
import RexCore
import RexTestSupport
import RexTesting
import Testing

@Suite struct ActionTests {
    @Test func sendComparesTheStateRightAfterItsAction() {
        let test = notesStore(["tea": { $0.say("hot") }])
        test.send(.go("tea")) { $0.list = ["tea"] }
        test.receive(.said("hot")) { $0.list = ["tea", "hot"] }
        test.finish()
    }

    @Test func answersOfAMiddlewareAreReceivedInOrder() {
        struct Echo: MiddlewareProtocol {
            func handle(action: Note, from source: ActionSource, state: @escaping GetState<Notes>) -> IO<Note> {
                guard case .go(let text) = action else { return .pure() }
                return IO { output in
                    for number in 1...2 { output.dispatch(.said("\(text) \(number)"), from: source) }
                }
            }
        }
        let test = TestStore(initialState: Notes(), reducer: .notes, middleware: Echo())
        test.send(.go("a")) { $0.list = ["a"] }
        test.receive(.said("a 1")) { $0.list.append("a 1") }
        test.receive(.said("a 2")) { $0.list.append("a 2") }
        test.finish()
    }

    @Test func receiveReturnsTheValueOfItsFunction() {
        let test = notesStore(["tea": { $0.say("hot") }])
        test.send(.go("tea")) { $0.list = ["tea"] }
        #expect(test.receive(\.said) { $0.list.append("hot") } == "hot")
        test.finish()
    }

    @Test func receiveOfALaterActionFails() {
        let texts = failures {
            let test = notesStore(["tea": { work in ["hot", "sweet"].forEach(work.say) }])
            test.send(.go("tea")) { $0.list = ["tea"] }
            test.receive(.said("sweet")) { $0.list.append("sweet") }
            // The different action counts as received.
            test.receive(.said("sweet")) { $0.list.append("sweet") }
            test.finish()
        }
        #expect(texts.count == 1)
        #expect(texts.first?.hasPrefix("receive(.said(\"sweet\")): Received a different action") == true)
    }

    @Test func onlyStatedFactsAreCheckedOnRequest() {
        let test = notesStore(
            ["tea": { work in ["hot", "sweet"].forEach(work.say) }, "long": { try await $0.sleep(.seconds(9)) }],
            checks: .onlyWhatIsSaid
        )
        test.send(.go("tea"))
        test.receive(.said("sweet"))
        test.send(.go("long"))
        test.finish()
        #expect(test.state.list == ["tea", "hot", "sweet", "long"])
    }

    @Test func wrongStatementFailsWithFewerChecksToo() {
        let texts = failures {
            let test = notesStore(["tea": { $0.say("hot") }], checks: .onlyWhatIsSaid)
            test.send(.go("tea")) { $0.list = [] }
            test.receive(.said("cold"))
            test.receive({ $0 == .go("tea") ? () : nil })
        }
        #expect(texts.count == 3)
        #expect(texts.last?.hasPrefix("receive: None of the unreceived actions matches:\n  said(\"hot\")\n") == true)
    }

    @Test func receiveSkipsEarlierActionsWithFewerChecks() {
        let texts = failures {
            let test = notesStore(["tea": { work in ["hot", "sweet"].forEach(work.say) }], checks: .onlyWhatIsSaid)
            test.send(.go("tea"))
            test.receive(.said("sweet"))
            test.receive(.said("hot"))
        }
        #expect(texts.count == 1)
    }

    @Test func skippedActionsAndRunsAreNotReported() {
        let test = notesStore([
            "tea": { work in
                work.say("hot")
                try await work.sleep(.seconds(1))
                work.say("cold")
            }
        ])
        test.send(.go("tea")) { $0.list = ["tea"] }
        test.skipActions()
        test.skipRuns()
        test.finish()
        // Skipped work continues.
        test.advance(by: .seconds(1))
        test.receive(.said("cold")) { $0.list.append("cold") }
        test.finish()
    }

    @Test func skippedWorkOfTheSchedulerIsNotReported() {
        let test = notesStore()
        let done = Recorder<String>()
        let scheduler = TestScheduler(clock: test.clock)
        scheduler.schedule(after: scheduler.now.advanced(by: .seconds(1))) { done.record("late") }
        test.skipRuns()
        test.finish()
        // Skipped work continues.
        test.advance(by: .seconds(1))
        #expect(done.events == ["late"])
        test.finish()
    }

    @Test func actionsAreKeptWithTheirSources() {
        let test = notesStore(["tea": { $0.say("hot") }])
        let line: UInt = #line + 1
        test.send(.go("tea")) { $0.list = ["tea"] }
        test.skipActions()
        test.finish()
        #expect(test.actions.map(\.action) == [.go("tea"), .said("hot")])
        #expect(test.actions.map(\.dispatcher.line) == [line, line])
        #expect(test.actions.map(\.dispatcher.file) == [#fileID, #fileID])
        #expect(test.actions.map(\.dispatcher.function) == [#function, #function])
        #expect(test.actions.map(\.dispatcher.trail.count) == [0, 1])
    }

    @Test func conditionOfTheStateIsChecked() {
        let test = notesStore()
        test.send(.said("a")) { $0.list = ["a"] }
        test.expect { $0.list == ["a"] }
        let texts = failures { test.expect { $0.list.isEmpty } }
        #expect(texts.count == 1)
        test.finish()
    }

    @Test func equalStatesAreTheSame() {
        struct Box: Sendable, Equatable {
            var value = 0
            var cache = 0
            static func == (lhs: Box, rhs: Box) -> Bool { lhs.value == rhs.value }
        }
        let counter = Reducer<Int, Box>.reduce { action, box in
            box.value += action
            box.cache += 1
        }
        let test = TestStore(initialState: Box(), reducer: counter, middleware: IdentityMiddleware())
        test.send(2) { $0.value = 2 }
        test.send(0)
        test.finish()
    }

    @Test func stateNeedNotBeEquatable() {
        struct Box: Sendable { var value = Double.nan }
        let setter = Reducer<Double, Box>.reduce { action, box in box.value = action }
        let test = TestStore(initialState: Box(), reducer: setter, middleware: IdentityMiddleware())
        test.send(.nan)
        test.send(2) { $0.value = 2 }
        test.finish()
        #expect(failures { test.send(3) { $0.value = 4 } }.count == 1)
        test.finish()
    }

    @Test func testWithoutFinishFails() {
        let texts = failures {
            let test = notesStore(["tea": { $0.say("hot") }])
            test.send(.go("tea")) { $0.list = ["tea"] }
        }
        #expect(texts.count == 1)
        #expect(texts.first?.contains("without a call of finish()") == true)
    }

    @Test func failedTestNeedsNoFinish() {
        let texts = failures {
            let test = notesStore()
            test.send(.said("a"))
        }
        #expect(texts.count == 1)
    }

    @Test func callAfterFinishRequiresAnotherFinish() {
        let texts = failures {
            let test = notesStore()
            test.finish()
            test.send(.said("a")) { $0.list = ["a"] }
        }
        #expect(texts.count == 1)
    }

    /// An output of the store that outlives the test store does not keep the actions and states.
    @Test func actionsAndStatesAreReleasedWithTheTestStore() {
        final class Token: Sendable {}
        var token: Token? = Token()
        weak let weakToken = token
        let output = Lock<AnyActionHandler<Int>?>(nil)
        do {
            let forget = Reducer<Int, Token?>.reduce { _, token in token = nil }
            let test = TestStore(initialState: token, reducer: forget, middleware: Leak(output: output))
            token = nil
            test.send(1) { $0 = nil }
            test.finish()
            #expect(weakToken != nil)
        }
        #expect(weakToken == nil)
        #expect(output.withLock { $0 != nil })
    }

    @Test func sendDuringAnotherActionFails() {
        let texts = failures {
            let hook = Lock<(() -> Void)?>(nil)
            let test = TestStore(initialState: 0, reducer: .identity, middleware: Hook(body: hook))
            hook.withLock { $0 = { test.send(2) } }
            test.send(1)
        }
        #expect(texts.count == 1)
        #expect(texts.first?.hasPrefix("send(2): The action was sent while another one was being processed") == true)
    }
}

/// Calls a function of the test while the first action is processed.
private struct Hook: MiddlewareProtocol {
    let body: Lock<(() -> Void)?>

    func handle(action: Int, from source: ActionSource, state: @escaping GetState<Int>) -> IO<Int> {
        IO { _ in body.withLock { $0.take() }?() }
    }
}

/// Passes the output of its store to the test.
private struct Leak<State: Sendable>: MiddlewareProtocol {
    let output: Lock<AnyActionHandler<Int>?>

    func receiveContext(getState: @escaping GetState<State>, output: AnyActionHandler<Int>) {
        self.output.withLock { $0 = output }
    }

    func handle(action: Int, from source: ActionSource, state: @escaping GetState<State>) -> IO<Int> { .pure() }
}
