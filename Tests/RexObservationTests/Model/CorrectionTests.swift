// SPDX-License-Identifier: MIT

import Dispatch
import Observation
import RexCore
import RexObservation
import RexTestSupport
import Testing

/// Writes that the reducer corrects or ignores, as a control sees them: it shows what the user has
/// entered until it reads its value again.
@MainActor @Suite struct CorrectionTests {
    private let queue = DispatchQueue(label: "RexObservationTests.CorrectionTests")

    /// The places where a store processes actions.
    enum Place: String, CaseIterable, Sendable {
        case main, immediate, queue, projection, queueProjection, queueContramap

        var isOnQueue: Bool { [.queue, .queueProjection, .queueContramap].contains(self) }
    }

    @MainActor private func makeModel(_ place: Place, keeping store: inout Store<Act, Form>?)
        -> ObservableStore<Act, Form>
    {
        let executor: StoreExecutor = place.isOnQueue ? .queue(queue) : place == .main ? .mainQueue : .immediate
        let new = Store(initialState: Form(), reducer: Form.reducer, executor: executor)
        store = new
        switch place {
        case .main, .immediate, .queue: return ObservableStore(new)
        // A projection whose state doesn't change notifies nobody.
        case .projection, .queueProjection:
            return ObservableStore(new.projection(action: { (action: Act) in action }, state: \.self))
        case .queueContramap: return ObservableStore(new.contramapAction { (action: Act) in action })
        }
    }

    /// Waits until the store is idle, and the main actor has had a turn after that.
    private func settle(_ place: Place) async {
        if place.isOnQueue { queue.sync {} }
        for _ in 0..<5 { await Task { @MainActor in }.value }
    }

    @Test(arguments: Place.allCases) func controlsShowTheStateAfterEachWrite(place: Place) async {
        var store: Store<Act, Form>?
        let model = makeModel(place, keeping: &store)
        let text = Control(model.value(\.text, send: Act.text))
        let other = Control(model.value(\.text, send: Act.text))
        let isOn = Control(model.value(\.isOn, send: Act.isOn))
        let inner = model.scope(action: Act.inner, state: \.inner)
        let count = Control(inner.value(\.count, send: InnerAct.count))
        let row = model.elements(\.rows, action: Act.row)[1]
        let name = Control(row.value(\.name, send: RowAct.name))
        for typed in ["1", "12", "123", "1234", "12345", "12345", "1234a", "a"] {
            text.enter(typed)
            await settle(place)
            #expect(text.shown == model.text)
            #expect(other.shown == model.text)
        }
        isOn.enter(true)
        count.enter(11)
        count.enter(12)
        for typed in ["xyz", "xyzw", "xyzw"] { name.enter(typed) }
        await settle(place)
        #expect(isOn.shown == false)
        #expect(count.shown == 10)
        #expect(name.shown == "xyz")
        #expect(store?.state.rows[1].name == "xyz")
    }

    @Test func acceptedWriteNotifiesOnce() {
        let model = ObservableStore(Store(initialState: Form(), reducer: Form.reducer, executor: .mainQueue))
        let text = Reader { model.text }
        let value = model.value(\.text, send: Act.text)
        value.set("1")
        value.set("1")
        #expect(text.values == ["", "1"])
        value.set("12a")
        #expect(text.values == ["", "1", "12"])
        value.set("12a")
        #expect(text.values == ["", "1", "12", "12"])
    }

    @Test func correctionNotifiesOnlyReadersOfThePart() {
        let model = ObservableStore(Store(initialState: Form(), reducer: Form.reducer, executor: .mainQueue))
        let text = Reader { model.text }
        let isOn = Reader { model.isOn }
        let whole = Reader { model.state.text }
        model.value(\.text, send: Act.text).set("a")
        #expect((text.notified, isOn.notified, whole.notified) == (1, 0, 0))
    }

    @Test func valueWithoutEqualityAlwaysNotifies() {
        let model = ObservableStore(Store(initialState: Form(), reducer: Form.reducer, executor: .mainQueue))
        let look = Control(model.value(\.look, send: Act.look))
        let draws = look.draws
        look.enter(Look(color: "green"))
        #expect(look.draws == draws + 1)
        #expect(look.shown.color == "red")
    }

    @Test func writtenNaNThatTheStateHasIsNoCorrection() {
        let model = ObservableStore(Store(initialState: Form(), reducer: Form.reducer, executor: .mainQueue))
        let level = Reader { "\(model.level)" }
        let value = model.value(\.level, send: Act.level)
        value.set(.nan)
        value.set(.nan)
        #expect(level.values == ["0.0", "nan"])
    }

    @Test(arguments: Place.allCases) func controlOfARemovedRowShowsItsLastValue(place: Place) async {
        var store: Store<Act, Form>?
        let model = makeModel(place, keeping: &store)
        let rows = model.elements(\.rows, action: Act.row)
        let row = rows[1]
        let name = Control(row.value(\.name, send: RowAct.name))
        store?.dispatch(.removeRows)
        await settle(place)
        name.enter("q")
        await settle(place)
        #expect(name.shown == "x")
    }

    @Test func controlOfAnAbsentPartShowsItsLastValue() {
        let store = Store(initialState: Form(), reducer: Form.reducer, executor: .mainQueue)
        let model = ObservableStore(store)
        let sheet = model.scope(\.sheet, action: Act.sheet)
        let count = sheet.map { Control($0.value(\.count, send: InnerAct.count)) }
        store.dispatch(.closed(true))
        count?.enter(3)
        #expect(count?.shown == 0)
    }

    @Test(arguments: Place.allCases) func sheetThatTheReducerKeepsOpensAgain(place: Place) async {
        var store: Store<Act, Form>?
        let model = makeModel(place, keeping: &store)
        let sheet = model.value(\.sheet, action: Act.sheet, dismiss: .closed(false))
        let shows = Reader { sheet.get() != nil }
        sheet.set(nil)
        await settle(place)
        #expect(shows.values == [true, true])
        store?.dispatch(.closed(true))
        await settle(place)
        sheet.set(nil)
        await settle(place)
        #expect(shows.values == [true, true, false])
    }

    @Test func controlShowsThePastState() {
        let store = Store(initialState: Form(), reducer: Form.reducer, executor: .mainQueue)
        let model = ObservableStore(store)
        let text = Control(model.value(\.text, send: Act.text))
        let name = Control(model.elements(\.rows, action: Act.row)[1].value(\.name, send: RowAct.name))
        let sheet = model.value(\.sheet, action: Act.sheet, dismiss: .closed(true))
        let shows = Reader { sheet.get() != nil }
        var past = Form()
        past.text = "7"
        model.show(past)
        text.enter("9")
        name.enter("y")
        sheet.set(nil)
        #expect((text.shown, name.shown) == ("7", "x"))
        #expect(shows.values == [true, true])
        model.resume()
        text.enter("9")
        #expect((text.shown, store.state.text) == ("9", "9"))
    }

    /// The action is queued behind the one that is being processed.
    @Test func writeOfAnObserverIsCorrectedWhenItsActionWasProcessed() {
        let store = Store(initialState: Form(), reducer: Form.reducer, executor: .mainQueue)
        let model = ObservableStore(store)
        let text = Control(model.value(\.text, send: Act.text))
        let isOn = Reader { [text] in
            let level = model.level
            if level == 1 { text.enter("a") }
            return level
        }
        store.dispatch(.level(1))
        #expect(isOn.values == [0, 1])
        #expect(text.shown.isEmpty)
    }

    /// A control must not show the old value between a write and its action.
    @Test(arguments: [Place.queue, .queueProjection, .queueContramap])
    func controlOfAStoreElsewhereKeepsWhatWasEnteredUntilItIsProcessed(place: Place) async {
        var store: Store<Act, Form>?
        let model = makeModel(place, keeping: &store)
        let text = Control(model.value(\.text, send: Act.text))
        let gate = DispatchSemaphore(value: 0)
        queue.async { gate.wait() }
        text.enter("1")
        for _ in 0..<5 { await Task { @MainActor in }.value }
        #expect((text.shown, text.draws) == ("1", 1))
        gate.signal()
        await settle(.queue)
        #expect((text.shown, text.draws) == ("1", 2))
    }

    /// The view is gone, so it reads the part only once.
    @Test func modelThatIsReleasedBeforeItsWriteIsProcessedIsKeptForTheCorrection() async {
        await #expect(processExitsWith: .success) { await CorrectionTests().releaseModelsAfterWrites() }
    }

    private func releaseModelsAfterWrites() async {
        let store = Store(initialState: Form(), reducer: Form.reducer, executor: .queue(queue))
        let gate = DispatchSemaphore(value: 0)
        queue.async { gate.wait() }
        do {
            let all = ObservableStore(store).scope(action: { (act: Act) in act }, state: \.self)
            let name = all.elements(\.rows, action: Act.row)[0].value(\.name, send: RowAct.name)
            let count = all.scope(action: Act.inner, state: \.inner).value(\.count, send: InnerAct.count)
            _ = Reader(readsAgain: false) { (name.get(), count.get()).0 }
            name.set("q")
            count.set(1)
        }
        gate.signal()
        await settle(.queue)
        precondition((store.state.rows[0].name, store.state.inner.count) == ("q", 1))
    }

    @Test func controlsAreRightWhileEightThreadsDispatch() async {
        let store = Store(initialState: Form(), reducer: Form.reducer, executor: .immediate)
        let model = ObservableStore(store)
        let text = Control(model.value(\.text, send: Act.text))
        let threads = (0..<8).map { index in
            JoinableThread { for number in 0..<500 { store.dispatch(.level(Double(index * number))) } }
        }
        for number in 0..<100 { text.enter("\(number)a") }
        for thread in threads { thread.join() }
        await settle(.immediate)
        #expect(text.shown == "99")
        text.enter("b")
        await settle(.immediate)
        #expect((text.shown, store.state.text) == ("", ""))
    }
}

/// What a text field, toggle or stepper does: it shows what the user enters until it draws again.
@MainActor private final class Control<Value: Sendable> {
    private let value: ObservableValue<Value>
    private(set) var shown: Value
    private(set) var draws = 0

    init(_ value: ObservableValue<Value>) {
        self.value = value
        shown = value.get()
        draw()
    }

    func enter(_ new: Value) {
        shown = new
        value.set(new)
    }

    private func draw() {
        draws += 1
        shown = withObservationTracking {
            value.get()
        } onChange: { [weak self] in
            MainActor.assumeIsolated { self?.draw() }
        }
    }
}

private struct Form: Sendable {
    struct Inner: Sendable { var count = 0 }

    struct Row: Sendable, Identifiable {
        let id: Int
        var name = "x"
    }

    var text = ""
    var isOn = false
    var level = 0.0
    var look = Look()
    var inner = Inner()
    var rows = [Row(id: 1), Row(id: 2)]
    var sheet: Inner? = Inner()

    static let reducer = Reducer<Act, Form>.reduce { act, form in
        switch act {
        case .text(let text): form.text = String(text.filter(\.isNumber).prefix(4))
        case .isOn, .look: break
        case .level(let level): form.level = level
        case .inner(.count(let count)): form.inner.count = min(count, 10)
        case .sheet(.count(let count)): form.sheet?.count = count
        case .row(let action):
            guard let index = form.rows.firstIndex(where: { $0.id == action.id }) else { return }
            if case .name(let name) = action.action { form.rows[index].name = String(name.prefix(3)) }
        case .removeRows: form.rows = []
        case .closed(let isClosed): if isClosed { form.sheet = nil }
        }
    }
}

private enum RowAct: Sendable { case name(String) }
private enum InnerAct: Sendable { case count(Int) }

private enum Act: Sendable {
    case text(String)
    case isOn(Bool)
    case level(Double)
    case look(Look)
    case inner(InnerAct)
    case sheet(InnerAct)
    case row(ElementIDAction<Int, RowAct>)
    case removeRows
    case closed(Bool)
}
