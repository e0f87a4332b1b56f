// SPDX-License-Identifier: MIT

import PublisherKit
import RexCore
import RexTestSupport
import RexTesting
import Testing

@Suite struct ActionTests {
    @Test func sendComparesTheStateAfterItsActionAlone() {
        let test = notesStore(["tea": { $0.say("hot") }])
        test.send(.go("tea")) { $0.list = ["tea"] }
        test.receive(.said("hot")) { $0.list = ["tea", "hot"] }
        test.finish()
    }

    @Test func answersOfAMiddlewareAreReceivedInTheirOrder() {
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

    @Test func receivingByAFunctionReturnsWhatItFinds() {
        let test = notesStore(["tea": { $0.say("hot") }])
        test.send(.go("tea")) { $0.list = ["tea"] }
        #expect(test.receive(\.said) { $0.list.append("hot") } == "hot")
        test.finish()
    }

    @Test func actionThatIsNotTheNextOneIsNotReceived() {
        let texts = failures {
            let test = notesStore(["tea": { work in ["hot", "sweet"].forEach(work.say) }])
            test.send(.go("tea")) { $0.list = ["tea"] }
            test.receive(.said("sweet")) { $0.list.append("sweet") }
            // The one that came counts as received.
            test.receive(.said("sweet")) { $0.list.append("sweet") }
            test.finish()
        }
        #expect(texts.count == 1)
        #expect(texts.first?.hasPrefix("receive(.said(\"sweet\")): another action came") == true)
    }

    @Test func onlyWhatIsSaidIsCheckedIfTheTestSaysSo() {
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

    @Test func whatIsSaidHasToBeRightWithFewerChecksToo() {
        let texts = failures {
            let test = notesStore(["tea": { $0.say("hot") }], checks: .onlyWhatIsSaid)
            test.send(.go("tea")) { $0.list = [] }
            test.receive(.said("cold"))
            test.receive({ $0 == .go("tea") ? () : nil })
        }
        #expect(texts.count == 3)
        #expect(texts.last?.hasPrefix("receive: none of the unreceived actions is it:\n  said(\"hot\")\n") == true)
    }

    @Test func actionsBeforeTheReceivedOneCountAsReceivedWithFewerChecks() {
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
        // What was skipped goes on.
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
        // What was skipped goes on.
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

    @Test func claimOfTheStateIsChecked() {
        let test = notesStore()
        test.send(.said("a")) { $0.list = ["a"] }
        test.expect { $0.list == ["a"] }
        let texts = failures { test.expect { $0.list.isEmpty } }
        #expect(texts.count == 1)
        test.finish()
    }

    @Test func statesThatCallThemselvesEqualAreEqual() {
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

    @Test func testThatForgetsToFinishFails() {
        let texts = failures {
            let test = notesStore(["tea": { $0.say("hot") }])
            test.send(.go("tea")) { $0.list = ["tea"] }
        }
        #expect(texts.count == 1)
        #expect(texts.first?.contains("without finish()") == true)
    }

    @Test func testThatHasFailedNeedNotFinish() {
        let texts = failures {
            let test = notesStore()
            test.send(.said("a"))
        }
        #expect(texts.count == 1)
    }

    @Test func finishHoldsUntilTheNextCallOnly() {
        let texts = failures {
            let test = notesStore()
            test.finish()
            test.send(.said("a")) { $0.list = ["a"] }
        }
        #expect(texts.count == 1)
    }

    @Test func sendingWhileAnActionIsProcessedFails() {
        let texts = failures {
            let hook = Lock<(() -> Void)?>(nil)
            let test = TestStore(initialState: 0, reducer: .identity, middleware: Hook(body: hook))
            hook.withLock { $0 = { test.send(2) } }
            test.send(1)
        }
        #expect(texts.count == 1)
        #expect(texts.first?.hasPrefix("send(2): it was sent while another action was being processed") == true)
    }
}

/// Does something of the test's while the first action is processed.
private struct Hook: MiddlewareProtocol {
    let body: Lock<(() -> Void)?>

    func handle(action: Int, from source: ActionSource, state: @escaping GetState<Int>) -> IO<Int> {
        IO { _ in body.withLock { $0.take() }?() }
    }
}
