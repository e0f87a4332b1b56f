// SPDX-License-Identifier: MIT

import RexCore
import RexNavigation
import RexTestSupport

/// Compares the store with the model after each action, and the effects with their presentations.
final class TreeWatch: MiddlewareProtocol, Sendable {
    typealias InputActionType = TreeRootAction
    typealias OutputActionType = TreeRootAction
    typealias StateType = TreeRoot

    /// An effect, since the action that starts it.
    fileprivate struct Job {
        /// The screen that the effect belongs to.
        let serial: Int
        /// Whether the screen is there, with the topic of the effect.
        var isAlive = true
        var hasBegun = false
        var isStubborn = false
        var isCancelled = false
        var hasWoken = false
        var answers = 0
    }

    fileprivate struct Contents {
        var output: AnyActionHandler<TreeRootAction>?
        var model: TreeNode
        var shown: [TreeSlot: [PresentationID]] = [:]
        /// The results that were not processed yet, in the order in which they were sent.
        var results: [TreeMove] = []
        var jobs: [TreeWork: Job] = [:]
        var wrong: String?
        var counts: [String: Int] = [:]
        var isOver = false
    }

    private let contents: Lock<Contents>

    init(_ new: NewScreen) { contents = Lock(Contents(model: TreeNode(new))) }

    // MARK: The store

    func receiveContext(getState: @escaping GetState<TreeRoot>, output: AnyActionHandler<TreeRootAction>) {
        contents.withLock { contents in
            contents.output = output
            contents.updateJobs()
        }
        output.eachRefused { [weak self] notice in
            guard let action = notice.action as? TreeRootAction else { return }
            self?.contents.withLock { $0.refuse(action.move) }
        }
    }

    func handle(
        action: TreeRootAction,
        from source: ActionSource,
        state getState: @escaping GetState<TreeRoot>
    ) -> IO<TreeRootAction> {
        IO { [self] _ in
            let state = getState()
            contents.withLock { $0.process(action.move, state) }
        }
    }

    /// Dispatches an action from outside, as a view does.
    ///
    /// The schedule decides when the store processes it.
    func dispatch(_ move: TreeMove) {
        contents.withLock { $0.output }?.dispatch(TreeRootAction(move), from: .here())
    }

    // MARK: The effects

    func began(_ work: TreeWork, isStubborn: Bool, isCancelled: Bool) {
        contents.withLock { contents in
            guard !contents.isOver else { return }
            guard let job = contents.jobs[work], !job.hasBegun else {
                return contents.fail("\(work) begins without an action that starts it, or twice")
            }
            contents.jobs[work]?.hasBegun = true
            contents.jobs[work]?.isStubborn = isStubborn
            contents.check(work, isCancelled, "begins")
        }
    }

    func woke(_ work: TreeWork, isCancelled: Bool) {
        contents.withLock { contents in
            guard !contents.isOver else { return }
            contents.jobs[work]?.hasWoken = true
            contents.check(work, isCancelled, "goes on")
            if contents.jobs[work]?.isAlive == false {
                contents.counts["went on when its screen was gone", default: 0] += 1
            }
        }
    }

    func cancelled(_ work: TreeWork) {
        contents.withLock { contents in
            guard !contents.isOver, contents.jobs[work]?.hasWoken == false else { return }
            contents.jobs[work]?.isCancelled = true
            if contents.jobs[work]?.isAlive == true { contents.fail("\(work) is cancelled, and its screen is there") }
        }
    }

    /// The effects that wait for the user.
    var waiting: [TreeWork] {
        contents.withLock { contents in
            let waiting = contents.jobs.filter { $1.hasBegun && $1.isStubborn && !$1.hasWoken }
            return waiting.keys.sorted { $0.description < $1.description }
        }
    }

    // MARK: The user

    var model: TreeNode { contents.withLock { $0.model } }
    var wrong: String? { contents.withLock { $0.wrong } }
    var counts: [String: Int] { contents.withLock { $0.counts } }

    /// The presentations of the root's container, according to the store.
    func shown(_ slot: TreeSlot) -> [PresentationID] { contents.withLock { $0.shown[slot] ?? [] } }

    /// Checks what holds when no step is ready.
    func checkRest() {
        contents.withLock { contents in
            if let result = contents.results.first {
                contents.fail("the result \(result) was neither processed nor refused")
            }
            for (work, job) in contents.jobs {
                if job.isAlive, !job.hasBegun { contents.fail("\(work) has not begun") }
                if !job.isAlive, job.hasBegun, !job.hasWoken, !job.isCancelled {
                    contents.fail("\(work) is not cancelled, and its screen is gone")
                }
            }
        }
    }

    /// Checks what holds when all effects have ended.
    func checkEnd() {
        checkRest()
        contents.withLock { contents in
            for (work, job) in contents.jobs where job.isAlive && job.answers != 1 {
                contents.fail("\(work) has \(job.answers) answers")
            }
            contents.isOver = true
        }
    }

    /// Ends all checks.
    func end() { contents.withLock { $0.isOver = true } }
}

extension TreeWatch.Contents {
    fileprivate mutating func fail(_ text: String) {
        if wrong == nil { wrong = text }
    }

    /// Checks that an effect is cancelled if, and only if, its screen is gone.
    fileprivate mutating func check(_ work: TreeWork, _ isCancelled: Bool, _ verb: String) {
        guard let isAlive = jobs[work]?.isAlive, isAlive == isCancelled else { return }
        fail(
            "\(work) \(verb), is \(isCancelled ? "" : "not ")cancelled, and its screen is \(isAlive ? "there" : "gone")"
        )
    }

    fileprivate mutating func process(_ move: TreeMove, _ state: TreeRoot) {
        guard !isOver else { return }
        shown = [.sheet: state.sheet.map(\.id), .path: state.path.ids]
        guard let screen = model.screen(at: move.address) else { return fail("\(move) was not refused") }
        if case .own(let verb) = move.verb { note(verb, of: move, for: screen) }
        counts["depth \(move.address.count)", default: 0] += 1
        if let result = model.apply(move) {
            results.append(result)
            counts["ended with a result", default: 0] += 1
        }
        updateJobs()
        let node = state.node
        if node != model { fail("after \(move):\n\(node)\ninstead of\n\(model)") }
    }

    private mutating func note(_ verb: TreeVerb, of move: TreeMove, for screen: TreeNode) {
        switch verb {
        case .run(let run): jobs[.run(run.number)] = .init(serial: screen.body.serial)
        case .ran(let run): noteAnswer(of: .run(run.number), for: screen)
        case .ticked(let number): noteAnswer(of: .topic(number), for: screen)
        case .result, .left, .chosen: noteResult(move)
        case .topic, .change: break
        }
    }

    private mutating func noteAnswer(of work: TreeWork, for screen: TreeNode) {
        // A view may send the same action, without an effect.
        guard let job = jobs[work] else { return }
        jobs[work]?.answers += 1
        if !job.isAlive { fail("the answer of \(work) is processed, and its screen is gone") }
        if job.serial != screen.body.serial { fail("the answer of \(work) is processed by another screen") }
        if job.answers > 0 { fail("\(work) answers twice") }
    }

    private mutating func noteResult(_ move: TreeMove) {
        guard results.first == move else { return fail("\(move) comes, and the results are \(results)") }
        results.removeFirst()
    }

    fileprivate mutating func refuse(_ move: TreeMove) {
        guard !isOver else { return }
        counts["was refused", default: 0] += 1
        if model.screen(at: move.address) != nil { fail("\(move) was refused") }
        guard case .own(let verb) = move.verb else { return }
        switch verb {
        case .result, .left, .chosen:
            noteResult(move)
            counts["was a refused result", default: 0] += 1
        default: break
        }
    }

    fileprivate mutating func updateJobs() {
        var (serials, topics): (Set<Int>, [Int: Int]) = ([], [:])
        model.forEachScreen { _, screen in
            serials.insert(screen.body.serial)
            if let topic = screen.body.topic { topics[topic.number] = screen.body.serial }
        }
        for (number, serial) in topics where jobs[.topic(number)] == nil {
            jobs[.topic(number)] = .init(serial: serial)
        }
        for (work, job) in jobs where job.isAlive {
            let isAlive =
                switch work {
                case .run: serials.contains(job.serial)
                case .topic(let number): topics[number] != nil
                }
            if !isAlive { jobs[work]?.isAlive = false }
        }
    }
}
