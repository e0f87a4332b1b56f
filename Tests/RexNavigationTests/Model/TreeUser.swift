// SPDX-License-Identifier: MIT

import ObservationTesting
import RexCore
import RexNavigation
import RexObservation
import RexTestSupport
import RexTesting

/// The source of a program's choices.
enum TreeChoices {
    case schedule(Schedule)
    /// The same program under each schedule.
    case seed(SeededGenerator)

    mutating func int(in range: ClosedRange<Int>, _ label: String) -> Int {
        switch self {
        case .schedule(let schedule): return schedule.int(in: range, label)
        case .seed(var random):
            defer { self = .seed(random) }
            return .random(in: range, using: &random)
        }
    }

    mutating func bool(_ label: String) -> Bool { int(in: 0...1, label) == 1 }

    mutating func element<Element>(of list: [Element], _ label: String) -> Element {
        list[int(in: 0...list.count - 1, label)]
    }
}

/// A user with two hostile views, who sends actions early, late and twice.
final class TreeUser {
    private enum Step: CaseIterable {
        case change, doubleTap, run, answer, again, topic, dismiss, choose, open, wait, rest, look, close

        static let all = allCases + [.change, .change, .change, .run, .run, .answer, .open, .open, .look, .look, .look]
    }

    private static let features =
        Feature<TreeRootAction, TreeRoot, (TreeWatch, TreeDesk)>(middleware: { $0.0 })
        <> treeRoot.lift(dependencies: { $0.1 })

    let watch: TreeWatch
    private let desk: TreeDesk
    private let test: TestStore<TreeRootAction, TreeRoot>
    private var choices: TreeChoices
    private var views: [(slot: TreeSlot, view: TestView)] = []
    /// What the views have dismissed, until the store gets it.
    private var closed: [TreeMove] = []
    private var last: TreeMove?
    /// Addresses of actions that were sent, for late ones.
    private var known: [TreeAddress] = [[]]
    private var lastNumber = 0

    init(_ choices: TreeChoices, _ schedule: Schedule) {
        self.choices = choices
        let first = NewScreen(serial: 0, kind: 0, topic: TreeTopic(kind: 0, number: 0, isStubborn: true))
        watch = TreeWatch(first)
        desk = TreeDesk(watch)
        test = TestStore(
            initialState: TreeRoot(first),
            feature: Self.features,
            dependencies: (watch, desk),
            checks: .onlyWhatIsSaid,
            in: TestWorld(schedule: schedule)
        )
        views = [(TreeSlot.sheet, PresentationCoordinator.Kind.single), (.path, .stack)].map { slot, kind in
            let seed = UInt64(number(below: 1000, "view"))
            return (slot, TestView(kind, writing: seed.isMultiple(of: 2) ? .atRandom : .atTheEnd, seed: seed))
        }
        guard self.choices.bool("screens are open") else { return }
        for address in [[], [TreeStep(slot: .sheet, id: 1)], [TreeStep(slot: .path, id: 1)]] {
            send(.own(.change([.present(newScreen()), .push(newScreen()), .push(newScreen())])), to: address)
        }
        _ = test.state
    }

    deinit {
        watch.end()
        desk.openAll()
    }

    // MARK: Steps

    func step() throws {
        switch choices.element(of: Step.all, "step") {
        case .change: changeSomething()
        case .doubleTap: tapTwice()
        case .run: send(.own(.run(run())), to: address(anyDepth: true))
        case .answer:
            send(.own(.ran(run())), to: address(anyDepth: true))
            if choices.bool("twice") { repeatLast() }
        case .again: repeatLast()
        case .topic: send(.own(.topic(choices.bool("topic") ? topic() : nil)), to: address(anyDepth: true))
        case .dismiss:
            let address = address(anyDepth: true)
            if !address.isEmpty { send(.dismissed, to: address) }
        case .choose: choose()
        case .open: if let work = someWork() { desk.open(work) }
        case .wait: test.advance(by: .milliseconds(choices.int(in: 0...8, "time")))
        case .rest:
            _ = test.state
            watch.checkRest()
        case .look: look(withUser: true)
        case .close: sendClosed()
        }
        // Otherwise several actions are queued.
        if number(below: 3, "process") > 0 { _ = test.state }
        try check()
    }

    /// Lets all effects end and the views follow.
    func finish() throws {
        desk.openAll()
        test.run()
        for _ in 0..<500 {
            look(withUser: false)
            if !closed.isEmpty {
                sendClosed()
                test.run()
            }
            if views.allSatisfy({ $0.view.isQuiet && $0.view.shown == watch.shown($0.slot) }) { break }
        }
        test.run()
        watch.checkEnd()
        try check()
        for (slot, view) in views {
            let ids = watch.shown(slot)
            try require(view.shown == ids, "the view of the \(slot) shows \(view.shown) instead of \(ids)")
        }
        test.finish()
    }

    /// Throws the first violation.
    private func check() throws {
        if let wrong = watch.wrong { throw Wrong(wrong) }
        for (slot, view) in views {
            try require(view.violations.isEmpty, "the view of the \(slot): \(view.violations)")
        }
    }

    private func send(_ verb: TreeMove.Verb, to address: TreeAddress) {
        let move = TreeMove(address: address, verb: verb)
        (last, lastNumber) = (move, lastNumber + 1)
        if known.count < 10 { known.append(address) }
        watch.dispatch(move)
    }

    /// Sends the last action again, unless it has the number of an effect, a topic or a screen.
    private func repeatLast() {
        guard let last else { return }
        switch last.verb {
        case .own(.run), .own(.topic), .own(.change): break
        case .own, .choose, .dismissed: watch.dispatch(last)
        }
    }

    /// Pushes or presents twice, as two taps ahead of the first animation.
    private func tapTwice() {
        let address = address(anyDepth: false)
        let top = watch.model.screen(at: address)?[.path].items.last?.id
        let isPush = choices.bool("push")
        for _ in 0..<2 {
            let new = newScreen()
            send(.own(.change([isPush ? .pushFrom(top, new) : .present(new)])), to: address)
        }
    }

    private func choose() {
        var alerts: [(TreeAddress, Int)] = []
        watch.model.forEachScreen { address, screen in
            for item in screen[.alert].items {
                alerts.append((address + [TreeStep(slot: .alert, id: item.id)], -1 - item.node.body.serial))
            }
        }
        guard !alerts.isEmpty else { return }
        let (address, number) = choices.element(of: alerts, "alert")
        send(choices.bool("choose") ? .choose(number) : .dismissed, to: address)
        if choices.bool("twice") { repeatLast() }
    }

    private func someWork() -> TreeWork? {
        let waiting = watch.waiting
        return waiting.isEmpty ? nil : choices.element(of: waiting, "effect")
    }

    // MARK: Views

    private func look(withUser: Bool) {
        for index in views.indices {
            views[index].view.update(watch.shown(views[index].slot))
            views[index].view.step(withUser: withUser)
            closed += views[index].view.takeDismissed().map {
                TreeMove(address: [TreeStep(slot: views[index].slot, id: $0)], verb: .dismissed)
            }
        }
    }

    private func sendClosed() {
        for move in closed { watch.dispatch(move) }
        closed = []
    }

    // MARK: Values

    private func number(below end: Int, _ label: String) -> Int { choices.int(in: 0...end - 1, label) }

    private func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    /// Returns the address of a screen that is there, usually, or of one that was or will be.
    ///
    /// - Parameter anyDepth: Whether it may be a screen that shows no others.
    private func address(anyDepth: Bool) -> TreeAddress {
        var addresses: [TreeAddress] = []
        switch number(below: 8, "address") {
        case 0: addresses = known
        case 1: addresses = [(0..<choices.int(in: 1...3, "depth")).map { _ in step() }]
        default: watch.model.forEachScreen { address, _ in addresses.append(address) }
        }
        addresses = addresses.filter { anyDepth || $0.count < 3 } + [[]]
        // Most screens are near the root.
        let drawn = (0..<3).map { _ in choices.element(of: addresses, "screen") }
        return drawn.max { $0.count < $1.count } ?? []
    }

    private func step() -> TreeStep {
        TreeStep(slot: choices.bool("slot") ? .path : .sheet, id: anyID())
    }

    private func anyID() -> PresentationID {
        PresentationID(integerLiteral: Int64(choices.int(in: 1...4, "id")))
    }

    private func run() -> TreeRun {
        TreeRun(
            number: nextNumber(),
            isStubborn: choices.bool("stubborn"),
            ending: choices.element(of: TreeRun.Ending.allCases, "ending"),
            closer: choices.bool("closes")
                ? choices.element(of: TreeRun.Closer.allCases + [.grandparentBehind], "closer") : .none,
            isClosedAtStart: number(below: 4, "at the start") == 3
        )
    }

    private func topic() -> TreeTopic {
        TreeTopic(kind: number(below: 2, "kind"), number: nextNumber(), isStubborn: choices.bool("stubborn"))
    }

    private func newScreen() -> NewScreen {
        let topic = choices.bool("topic") ? topic() : nil
        return NewScreen(serial: nextNumber(), kind: number(below: 2, "kind"), topic: topic)
    }

    private func newScreens() -> [NewScreen] { (0..<number(below: 5, "screens")).map { _ in newScreen() } }

    private func changeSomething() {
        let address = address(anyDepth: false)
        let ids = watch.model.screen(at: address)?[.path].items.map(\.id) ?? []
        let changes = (0..<choices.int(in: 1...3, "changes")).map { _ in change(ids) }
        send(.own(.change(changes)), to: address)
    }

    private func change(_ ids: [PresentationID]) -> TreeChange {
        let id = ids.isEmpty || number(below: 4, "any id") == 0 ? anyID() : choices.element(of: ids, "id")
        switch number(below: 27, "change") {
        case 0...4: return .present(newScreen())
        case 5: return .replace(newScreen())
        case 6: return .dismissSheet
        case 7: return .dismissSheetID(anyID())
        case 8...13: return .push(newScreen())
        case 14: return .pushFrom(id, newScreen())
        case 15, 16: return .pushFrom(ids.last, newScreen())
        case 17: return .replaceTop(newScreen())
        case 18: return .pop
        case 19: return .popTo(id)
        case 20: return .popToRoot
        case 21: return .dismiss(id)
        case 22, 23: return .link(newScreens())
        case 24: return .rebuild(newScreens())
        default: return .warn(nextNumber())
        }
    }
}
