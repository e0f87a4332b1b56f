// SPDX-License-Identifier: MIT

import Prism
import RexCore
import RexNavigation
import RexTestSupport
import RexTesting
import Testing

// A desk with a form as a sheet and forms in a stack. A form has a text, rows, and a sheet that asks for a reason.

private struct Reason: Sendable, Equatable {
    var text = ""
    var isConfirmed = false
}

@Prism private enum ReasonAction: Sendable, Equatable { case typed(String), confirmed }

private struct Row: Sendable, Equatable, Identifiable {
    let id: Int
    var count = 0
}

private struct Form: Sendable, Equatable {
    let number: Int
    var text = ""
    var reason = Presented<Reason>()
    var reasons: [String] = []
    var rows = (0..<40).map { Row(id: $0) }
}

@Prism private enum FormAction: Sendable, Equatable {
    case typed(String), ask, reason(PresentationAction<ReasonAction>), gave(Reason)
    case row(ElementIDAction<Int, Int>), done, closed(Int), left, opened(Int)
}

private struct Desk: Sendable, Equatable {
    var form = Presented<Form>()
    var path = PresentationStack<Form>()
    var log: [String] = []
}

@Prism private enum DeskAction: Sendable, Equatable {
    case present, push, typedForForm(String)
    case form(PresentationAction<FormAction>), path(PresentationAction<FormAction>)
    case got(Form), gotFrom(PresentationID, Form), number(Int), text(String)
}

private let reason = Feature<ReasonAction, Reason, Void> { action, reason in
    switch action {
    case .typed(let text): reason.text = text
    case .confirmed: reason.isConfirmed = true
    }
}

private let row = Feature<Int, Row, Void> { amount, row in row.count += amount }

private let form = Feature<FormAction, Form, Void>.combine {
    Feature { action, form in
        switch action {
        case .typed(let text): form.text = text
        case .ask: form.reason.present(Reason())
        case .gave(let reason): form.reasons.append("\(reason.text) \(reason.isConfirmed)")
        case .done: form.text += "!"
        case .closed(let number): form.text += " \(number)"
        case .reason, .row, .left, .opened: break
        }
    }
    reason.lift(
        .case(FormAction.prisms.reason, presented: \.reason, ends: .when(\.isConfirmed, state: FormAction.gave))
    )
    row.lift(.case(FormAction.prisms.row, each: \.rows))
}

private let desk = Feature<DeskAction, Desk, Void> { action, desk in
    switch action {
    case .present: desk.form.present(Form(number: 7))
    case .push: desk.path.push(Form(number: desk.path.count))
    case .path(.presented(_, .opened(let number))): desk.path.push(Form(number: number))
    case .typedForForm, .form, .path: break
    case .got(let form): desk.log.append("\(form.number) \(form.text)")
    case .gotFrom(let id, let form): desk.log.append("\(id) \(form.number) \(form.text)")
    case .number(let number): desk.log.append("\(number)")
    case .text(let text): desk.log.append(text)
    }
}

private typealias Ending = PresentationEnding<FormAction, Form, DeskAction>

/// Returns the desk, whose sheet and screens end in these ways.
private func desk(_ form: Feature<FormAction, Form, Void> = form, ends ending: Ending) -> Feature<
    DeskAction, Desk, Void
> {
    desk(form, ends: ending, .when { _ in false })
}

private func desk(
    _ form: Feature<FormAction, Form, Void> = form,
    ends first: Ending,
    _ second: Ending
) -> Feature<DeskAction, Desk, Void> {
    desk
        <> form.lift(.case(DeskAction.prisms.form, presented: \.form, ends: first, second))
        <> form.lift(.case(DeskAction.prisms.path, stack: \.path, ends: first, second))
}

/// Returns a desk after these actions for its first form.
private func log(_ feature: Feature<DeskAction, Desk, Void>, _ actions: FormAction...) -> [String] {
    let store = Store(initialState: Desk(), feature: feature, dependencies: ())
    store.dispatch(.present)
    for action in actions { store.dispatch(.form(.presented(1, action))) }
    #expect(store.state.form.isEmpty == !store.state.log.isEmpty)
    return store.state.log
}

@Suite struct StateEndingTests {
    @Test func resultHasTheStateThatTheEndingActionLeaves() {
        #expect(log(desk(ends: .when(\.isDone, state: DeskAction.got)), .typed("a"), .done) == ["7 a!"])
        #expect(log(desk(ends: .when(\.closed, state: DeskAction.got)), .typed("a"), .closed(3)) == ["7 a 3"])
    }

    @Test(arguments: [
        Ending.when(\.isDone, state: { .text($0.text) }), .when({ $0 == .done }, state: { .text($0.text) }),
        .when({ $0 == .done ? 1 : nil }, state: { form in .text(form.text) }),
    ])
    private func onlyAnActionThatMatchesEndsThePresentation(ending: Ending) {
        #expect(log(desk(ends: ending), .typed("a"), .left) == [])
        #expect(log(desk(ends: ending), .typed("a"), .left, .done) == ["a!"])
    }

    @Test(arguments: [
        Ending.when(\.isDone, state: DeskAction.gotFrom), .when(\.isDone, state: { .gotFrom($0, $1) }),
        .when({ $0 == .done ? 1 : nil }, state: { id, form in .gotFrom(id, form) }),
    ])
    private func resultOfAScreenBelowOthersHasItsOwnStateAndID(ending: Ending) {
        let test = TestStore(
            initialState: Desk(),
            feature: desk(ends: ending),
            dependencies: (),
            checks: .onlyWhatIsSaid
        )
        for _ in 0..<3 { test.send(.push) }
        test.send(.path(.presented(2, .typed("b"))))
        test.send(.path(.presented(3, .typed("c"))))
        test.send(.path(.presented(2, .done)))
        #expect(test.state.path.ids == [1])
        #expect(test.state.log == ["#2 1 b!"])
        test.sendLate(.path(.presented(3, .done)))
        test.finish()
    }

    @Test func screenThatIsPushedByTheEndingActionChangesNoResult() {
        let store = Store(
            initialState: Desk(),
            feature: desk(ends: .when(\.opened, state: DeskAction.gotFrom)),
            dependencies: ()
        )
        for action: DeskAction in [.push, .path(.presented(1, .opened(5)))] { store.dispatch(action) }
        #expect(store.state.path.isEmpty && store.state.log == ["#1 0 "])
    }

    @Test func nestedPresentationSendsItsStateToItsParent() {
        let feature = desk(ends: .when(\.isDone, state: { .text($0.reasons.joined()) }))
        let test = TestStore(initialState: Desk(), feature: feature, dependencies: ())
        var form = Form(number: 0)
        test.send(.push) { $0.path.push(form) }
        test.send(.path(.presented(1, .ask))) { $0.path.update(1) { $0.reason.present(Reason()) } }
        test.send(.path(.presented(1, .reason(.presented(1, .typed("late")))))) {
            $0.path.update(1) { $0.reason.update { $0.text = "late" } }
        }
        test.send(.path(.presented(1, .reason(.presented(1, .confirmed))))) {
            $0.path.update(1) { $0.reason.dismiss() }
        }
        test.receive(.path(.presented(1, .gave(Reason(text: "late", isConfirmed: true))))) {
            $0.path.update(1) { $0.reasons = ["late true"] }
        }
        test.sendLate(.path(.presented(1, .reason(.presented(1, .confirmed)))))
        test.send(.path(.presented(1, .done))) { $0.path.pop() }
        test.receive(.text("late true")) { $0.log = ["late true"] }
        form.reasons = ["late true"]
        test.finish()
    }

    @Test func outerPresentationThatEndsWithAnInnerActionSeesTheInnerOneEnded() {
        let feature = desk(
            ends: .when({ $0.reason?.presented?.action.confirmed }, state: { .number($0.reason.count) })
        )
        #expect(log(feature, .ask, .reason(.presented(1, .confirmed))) == ["0"])
    }

    @Test func resultIsOfTheFeatureThatIsLiftedAndNotOfReducersOfTheParent() {
        let parent = Feature<DeskAction, Desk, Void> { action, desk in
            if case .form(.presented(_, .done)) = action { desk.form.update { $0.text = "parent" } }
        }
        let feature = desk(ends: .when(\.isDone, state: DeskAction.got))
        #expect(log(parent <> feature, .typed("a"), .done) == ["7 a!"])
        #expect(log(feature <> parent, .typed("a"), .done) == ["7 a!"])
    }

    @Test func firstEndingThatMatchesApplies() {
        let byState = Ending.when(\.isDone, state: { .text($0.text) })
        let byValue = Ending.when(\.isDone, sending: .number(1))
        #expect(log(desk(ends: byState, byValue), .done) == ["!"])
        #expect(log(desk(ends: byValue, byState), .done) == ["1"])
        #expect(log(desk(ends: .when(\.closed, sending: DeskAction.number), byState), .typed("a"), .done) == ["a!"])

        let store = Store(initialState: Desk(), feature: desk(ends: .when(\.isDone), byState), dependencies: ())
        for action: DeskAction in [.present, .form(.presented(1, .done))] { store.dispatch(action) }
        #expect(store.state.form.isEmpty && store.state.log == [])
    }

    // Nothing refuses an action there.
    @Test func secondActionForThePresentationHasNoResult() {
        let feature = desk(ends: .when(\.isDone, state: DeskAction.got))
        let test = TestStore(
            initialState: Desk(),
            reducer: feature.reducer,
            middleware: feature.middleware(()),
            checks: .onlyWhatIsSaid
        )
        let done = DeskAction.form(.presented(1, .done))
        for action: DeskAction in [.present, done, done, .present, done] { test.send(action) }
        #expect(test.state.log == ["7 !"])
        test.finish()
    }

    @Test func onlyAnActionThatEndsByStateIsReducedTwice() {
        let reductions = Recorder<FormAction>()
        let form = Feature<FormAction, Form, Void> { action, _ in reductions.record(action) }
        let feature = desk(
            form,
            ends: .when(\.isDone, state: { .number($0.number) }),
            .when(\.closed, sending: DeskAction.number)
        )
        let store = Store(initialState: Desk(), reducer: feature.reducer, middleware: feature.middleware(()))
        let actions: [FormAction] = [.left, .closed(3), .done]
        for action in actions {
            store.dispatch(.present)
            store.dispatch(.form(.presented(store.state.form.id ?? 0, action)))
        }
        #expect(reductions.events == [.left, .closed(3), .done, .done])
        store.dispatch(.form(.presented(2, .done)))
        #expect(reductions.events.count == 4)
        #expect(store.state.log == ["3", "7"])
    }

    /// With a function that returns a Bool, the closure gets the id, and other actions end nothing.
    @Test func closureAfterABoolEndsOnlyMatchingActions() {
        let feature = desk(ends: .when(\.isLeft, sending: { _ in .number(1) }), .when(\.isDone) { .text("\($0)") })
        #expect(log(feature, .typed("a"), .left) == ["1"])
        #expect(log(feature, .typed("a"), .done) == ["#1"])
    }

    @Test func resultIsDispatchedByTheEndingActionLikeOtherResults() {
        let trails = Recorder<[String]>()
        let listener = Feature<DeskAction, Desk, Void>(
            middleware: AnyMiddleware<DeskAction, DeskAction, Desk> { _, source, _ in
                trails.record(source.trail.map(\.text))
                return .pure()
            }
        )
        #expect(log(listener <> desk(ends: .when(\.isDone, state: DeskAction.got)), .done) == ["7 !"])
        #expect(trails.events == [[], [], ["Result of presentation #1"]])
    }

    @Test func actionsPlayedByTheReducerAloneLeadToTheSameState() {
        let feature = desk(ends: .when(\.isDone, state: DeskAction.got))
        let test = TestStore(initialState: Desk(), feature: feature, dependencies: (), checks: .onlyWhatIsSaid)
        for action: DeskAction in [.present, .form(.presented(1, .typed("a"))), .form(.presented(1, .done))] {
            test.send(action)
        }
        var replayed = Desk()
        for action in test.actions { feature.reducer.reduce(action.action, &replayed) }
        #expect(replayed == test.state && replayed.log == ["7 a!"])
        test.finish()
    }

    /// More rows than a lift searches without its table.
    @Test func formWithACollectionEndsInSeveralStoresAtOnce() async {
        let feature = desk(
            ends: .when({ $0.row.flatMap { $0.action > 1 ? () : nil } }, state: { .number($0.rows.last?.count ?? 0) })
        )
        await withTaskGroup(of: [String].self) { group in
            for first in 0..<4 {
                group.addTask {
                    let store = Store(initialState: Desk(), feature: feature, dependencies: ())
                    for number in 1...50 {
                        let id = PresentationID(integerLiteral: Int64(number))
                        store.dispatch(.present)
                        store.dispatch(.form(.presented(id, .row(ElementIDAction(id: first, action: 1)))))
                        store.dispatch(.form(.presented(id, .row(ElementIDAction(id: 39, action: number + 1)))))
                    }
                    return store.state.log
                }
            }
            for await log in group { #expect(log == (1...50).map { "\($0 + 1)" }) }
        }
    }
}
