// SPDX-License-Identifier: MIT

import CRexSystem
import RexCore

/// The steps that are ready, the time, and the timers, which a test drives.
///
/// Steps come in from any thread, and run on the thread of the test alone, one at a time, while it
/// drains.
final class WorldCore: Sendable {
    private struct Contents {
        var ready = ReadyQueue()
        var timers = TimerQueue()
        var runs: [Int: ActiveRun] = [:]
        /// The numbers of the runs whose marks are held by a task.
        var marked: Set<Int> = []
        /// The runs that have ended, and of which a task that they have started goes on.
        var escaped: [Int: ActiveRun] = [:]
        var lastRun = 0
        /// The task of a store that a thread is about to start.
        var starting: [UInt: StoreTask] = [:]
        var lastStore = 0
        /// The thread on which the test drains at present, or 0.
        var driver: UInt = 0
        /// The run whose step is taken at present.
        var current: ActiveRun?
        /// The number of stores that are processing an action.
        var processing = 0
        /// True while the test itself dispatches.
        var isSending = false
        /// To be called when another thread has added a step.
        var watchers: [Int: @Sendable () -> Void] = [:]
        var lastWatcher = 0
        /// The steps of killed stores, which are taken when the world has ended.
        var killed: [ReadyQueue.Step] = []
        var killedStores: Set<Int> = []
        var dead: [AnyObject] = []
        /// To be called when a store was killed.
        var whenKilled: [@Sendable () -> Void] = []
        /// True once nobody drains any more.
        var isOver = false

        func mayBeLate(until moment: Duration, by lateness: Duration?) -> Bool {
            guard let lateness, !ready.isEmpty else { return false }
            // Those that have waited longest are the first.
            return ready.first200.allSatisfy { $0.moment + lateness >= moment }
        }
    }

    /// The number of steps without time passing that is taken for an endless loop.
    static let stepLimit = 100_000

    /// The schedule that is explored; nil for the order in which steps come.
    let exploration: Exploration?
    private let contents = Lock(Contents())

    init(_ exploration: Exploration? = nil) {
        self.exploration = exploration
    }

    // MARK: Steps

    /// Adds a step that can be taken from now on; false if nobody drains any more.
    ///
    /// - Parameter survives: whether it goes on although its store was killed.
    @discardableResult
    func add(
        _ subject: ReadyQueue.Subject,
        first: Bool = false,
        survives: Bool = false,
        _ body: @escaping () -> Void
    ) -> Bool {
        let (isTaken, watchers) = contents.withLock { contents -> (Bool, [@Sendable () -> Void]) in
            guard !contents.isOver else { return (false, []) }
            let step = ReadyQueue.Step(
                subject: subject,
                moment: contents.timers.now,
                survives: survives,
                body: body
            )
            if case .run(let run) = subject, !survives, contents.killedStores.contains(run.store) {
                contents.killed.append(step)
                return (true, [])
            }
            if first { contents.ready.insertFirst(step) } else { contents.ready.append(step) }
            return (true, contents.driver == rex_thread() ? [] : Array(contents.watchers.values))
        }
        for watcher in watchers { watcher() }
        return isTaken
    }

    /// An alternative to the steps that are ready.
    enum Alternative {
        case nothing
        /// The test goes on, and takes no more of the steps that it has left: most often none of
        /// them.
        case testFirst
        /// The time comes to this moment, for which the steps that are ready are late.
        case time(Duration)
    }

    /// The reason why a drain has ended.
    enum DrainEnd {
        /// No step is ready, or the test goes on ahead of them.
        case done
        /// The steps that are ready are late for this moment.
        case late(Duration)
        /// There are always more steps.
        case endless
    }

    /// Takes steps until none is ready, or until the alternative comes; false if they do not end.
    func drain(or alternative: Alternative = .nothing) -> Bool {
        if let exploration, case .nothing = alternative, contents.withLock({ !$0.ready.isEmpty }) {
            exploration.takesAllThatIsLeft()
        }
        if case .endless = drain({ _ in alternative }) { return false }
        return true
    }

    /// Takes steps until none is ready, or until the time goes on ahead of the steps that are left.
    ///
    /// - Parameter end: The last moment for which they may be late; nil for any.
    func drain(lateUntil end: Duration?) -> DrainEnd {
        // Each step can add a timer or remove one, so the next moment is read before each.
        drain { contents in
            guard let moment = contents.timers.nextOwnMoment(), end.map({ moment <= $0 }) ?? true else {
                return .nothing
            }
            return .time(moment)
        }
    }

    private func drain(_ alternative: (inout Contents) -> Alternative) -> DrainEnd {
        drive {
            for _ in 0...Self.stepLimit {
                let (step, end) = takeStep(or: alternative)
                guard let step else { return end }
                step.body()
                contents.withLock { $0.current = nil }
            }
            return .endless
        }
    }

    private func takeStep(or alternative: (inout Contents) -> Alternative) -> (ReadyQueue.Step?, DrainEnd) {
        contents.withLock { contents in
            guard !contents.ready.isEmpty else {
                exploration?.takesAllThatIsLeft()
                return (nil, .done)
            }
            var (index, end): (Int?, DrainEnd) = (0, .done)
            if let exploration {
                var alternative = alternative(&contents)
                if case .time(let moment) = alternative {
                    // The time does not pass over a step that would be too late.
                    if contents.mayBeLate(until: moment, by: exploration.lateness) {
                        end = .late(moment)
                    } else {
                        alternative = .nothing
                    }
                }
                index = exploration.chooseStep(contents.ready.first200, or: alternative)
            }
            guard let index else { return (nil, end) }
            let step = contents.ready.remove(at: index)
            if case .run(let run) = step.subject { contents.current = run }
            return (step, .done)
        }
    }

    /// True if the test goes on before the steps that are ready, which its next call takes or
    /// leaves.
    var mayLeaveSteps: Bool {
        guard let exploration, let first = contents.withLock({ $0.ready.all.first }) else { return false }
        return exploration.leavesSteps(ahead: first.subject)
    }

    /// True if steps are ready, and all of them may be late until then.
    func mayBeLate(until moment: Duration) -> Bool {
        contents.withLock { $0.mayBeLate(until: moment, by: exploration?.lateness) }
    }

    /// The thread and the run that drove before, to be restored.
    struct Driver {
        fileprivate let thread: UInt
        fileprivate let current: ActiveRun?
    }

    /// From now on this thread takes the steps.
    func beginDriving() -> Driver {
        let thread = rex_thread()
        return contents.withLock { contents in
            defer { contents.driver = thread }
            return Driver(thread: contents.driver, current: contents.current)
        }
    }

    func endDriving(_ last: Driver) {
        contents.withLock { ($0.driver, $0.current) = (last.thread, last.current) }
    }

    /// Calls `body` as the one who takes steps here.
    func drive<Result>(_ body: () -> Result) -> Result {
        let last = beginDriving()
        defer { endDriving(last) }
        return body()
    }

    /// Calls `body` whenever another thread has added a step; what is returned ends that.
    func whenReady(_ body: @escaping @Sendable () -> Void) -> () -> Void {
        let number = contents.withLock { contents in
            contents.lastWatcher += 1
            contents.watchers[contents.lastWatcher] = body
            return contents.lastWatcher
        }
        return { self.contents.withLock { _ = $0.watchers.removeValue(forKey: number) } }
    }

    /// Calls who waits for a step, although none came.
    func wake() {
        let watchers = contents.withLock { $0.driver == rex_thread() ? [] : Array($0.watchers.values) }
        for watcher in watchers { watcher() }
    }

    /// Ends the draining: what is ready goes on elsewhere, and what sleeps wakes and ends.
    func end() {
        let (steps, sleepers, _, _) = contents.withLock { contents in
            defer {
                (contents.ready, contents.killed, contents.runs, contents.dead) = (ReadyQueue(), [], [:], [])
                (contents.whenKilled, contents.escaped) = ([], [:])
            }
            contents.isOver = true
            let sleepers = contents.timers.removeAll { _ in true }
            return (contents.ready.all + contents.killed, sleepers, contents.runs, contents.dead)
        }
        for case .sleeper(let continuation) in sleepers { continuation.resume(throwing: CancellationError()) }
        for step in steps { step.body() }
    }

    var isOver: Bool { contents.withLock { $0.isOver } }

    /// Fails the schedule that is explored, or else the test.
    func fail(_ text: String, at place: CallSite, isWeak: Bool = false, cost: Int = 0) {
        if let exploration, !exploration.isOver {
            exploration.fail(.init(text: text, place: place.name, isWeak: isWeak, cost: cost))
        } else {
            TestLibrary.report(text, at: place)
        }
    }
}

// MARK: Stores

extension WorldCore {
    /// From now on this thread takes the steps, and what it dispatches is the test's own and is
    /// processed at once.
    func beginSending() -> Driver {
        contents.withLock { $0.isSending = true }
        return beginDriving()
    }

    func endSending(_ last: Driver) {
        hasSent()
        endDriving(last)
    }

    /// The action of the test has been processed; what follows is not its own.
    func hasSent() { contents.withLock { $0.isSending = false } }

    /// A store begins to process an action, or has done so.
    func note(_ moment: ProcessingMoment) {
        switch moment {
        case .handling: contents.withLock { $0.processing += 1 }
        case .done: contents.withLock { $0.processing -= 1 }
        default: break
        }
    }

    /// True if an action that is dispatched on this thread is processed there.
    private func processesHere(of store: Int) -> Bool {
        let (isHere, isChosen) = contents.withLock { contents in
            let isHere = contents.driver == rex_thread() && !contents.killedStores.contains(store)
            // One that is dispatched while another is processed waits in any case.
            return (isHere, isHere && !contents.isSending && contents.processing == 0)
        }
        guard isChosen, let exploration else { return isHere }
        return exploration.processesAtOnce()
    }

    /// True if a store that has processed an action leaves those that wait to this world.
    private func leavesTheRest(of store: Int) -> Bool {
        let (isKilled, isHere, isOfRun) = contents.withLock { contents in
            let isHere = contents.driver == rex_thread() && !contents.isSending
            return (contents.killedStores.contains(store), isHere, contents.current != nil)
        }
        guard !isKilled else { return true }
        guard isHere, let exploration else { return false }
        // What a run sends may have all that follows processed before its call returns. A store's own step is one action.
        return !isOfRun || exploration.leavesTheRest()
    }

    func isKilled(_ store: Int) -> Bool { contents.withLock { $0.killedStores.contains(store) } }

    func newStore() -> Int {
        contents.withLock { contents in
            contents.lastStore += 1
            return contents.lastStore
        }
    }

    /// The executor of a store of this world.
    func executor(of store: Int) -> StoreExecutor {
        StoreExecutor { [self] in
            processesHere(of: store)
        } shouldYield: { [self] in
            leavesTheRest(of: store)
        } enqueue: { [self] work in
            if isKilled(store) { return }
            if !add(.store(store), first: exploration != nil, work) { work() }
        }
    }

    /// Calls `body` whenever a store was killed.
    func whenKilled(_ body: @escaping @Sendable () -> Void) { contents.withLock { $0.whenKilled.append(body) } }

    /// Lets nothing of a store go on while somebody looks, and keeps it until then: at its end it
    /// would do something.
    func kill(_ store: Int, _ dead: AnyObject?) {
        // What is dropped is dropped behind the lock.
        _ = contents.withLock { contents in
            let runs = contents.runs
            contents.killedStores.insert(store)
            if let dead { contents.dead.append(dead) }
            contents.killed += contents.ready.removeAll { $0.store == store }
            for case .sleeper(let continuation) in contents.timers.removeAll(where: { $0.run?.store == store }) {
                contents.killed.append(
                    ReadyQueue.Step(subject: .test, moment: .zero, survives: false) {
                        continuation.resume(throwing: CancellationError())
                    }
                )
            }
            contents.runs = runs.filter { $0.value.store != store }
            contents.escaped = contents.escaped.filter { $0.value.store != store }
            return runs
        }
        for body in contents.withLock({ $0.whenKilled }) { body() }
    }
}

// MARK: Time

extension WorldCore {
    /// The time since the beginning.
    var now: Duration { contents.withLock { $0.timers.now } }

    /// Keeps what it gets for a moment, or for now if that is over; false if no moment is to come
    /// any more.
    func add(_ event: TimerQueue.Kind, at moment: Duration, number: Int) -> Bool {
        contents.withLock { contents in
            guard !contents.isOver else { return false }
            let isOwn = contents.driver == rex_thread()
            let run = isOwn ? contents.current : nil
            // Whether a task that runs elsewhere has come to its sleep yet is a matter of chance.
            var isElsewhere = false
            if case .sleeper = event { isElsewhere = !isOwn }
            let escaped = isElsewhere ? RunMark.current?.run : nil
            contents.timers.add(event, at: moment, number: number, of: run, isElsewhere: isElsewhere, escaped: escaped)
            return true
        }
    }

    func newNumber() -> Int { contents.withLock { $0.timers.newNumber() } }

    /// Moves an event to a later moment, if it still waits.
    func postponeEvent(_ number: Int, to moment: Duration) {
        contents.withLock { $0.timers.postpone(number, to: moment) }
    }

    /// Takes back what waits for a moment, if it still does.
    func removeEvent(_ number: Int) -> TimerQueue.Kind? {
        contents.withLock { $0.timers.remove(number) }
    }

    /// The next moment at which something is due.
    var nextMoment: Duration? { contents.withLock { $0.timers.nextMoment() } }

    /// The next moment without sleepers elsewhere: whether they sleep yet is a matter of chance.
    var nextOwnMoment: Duration? { contents.withLock { $0.timers.nextOwnMoment() } }

    /// The events that wait for a moment that is to come.
    var events: [TimerQueue.Event] { contents.withLock { $0.timers.all } }

    /// Skips the events that wait now, unless they are another store's.
    func skipEvents(of store: Int) {
        contents.withLock { $0.timers.skip { $0.run.map { $0.store == store } ?? true } }
    }

    /// Moves the time to a moment, and makes ready what is due then.
    func move(to moment: Duration) {
        let (due, isLater) = contents.withLock { contents in
            let before = contents.timers.now
            return (contents.timers.takeDue(at: moment), contents.timers.now > before)
        }
        // The time has come ahead of the steps that the test has left.
        if isLater { exploration?.noteProgress() }
        if !due.isEmpty { exploration?.note(.time(moment)) }
        drive {
            for event in due {
                switch event {
                case .sleeper(let continuation): continuation.resume()
                case .work(let body): add(.scheduler, body)
                }
            }
        }
    }
}

// MARK: Runs

extension WorldCore {
    /// This thread is about to start the task.
    func willStart(_ task: StoreTask) { contents.withLock { $0.starting[rex_thread()] = task } }

    func begin(_ source: ActionSource?, of store: Int) -> ActiveRun {
        contents.withLock { contents in
            contents.lastRun += 1
            let task = contents.starting.removeValue(forKey: rex_thread())
            let run = ActiveRun(number: contents.lastRun, store: store, task, source: source)
            if !contents.killedStores.contains(store) { contents.runs[run.number] = run }
            return run
        }
    }

    func end(_ run: ActiveRun) {
        contents.withLock { contents in
            let isOfLivingStore = contents.runs.removeValue(forKey: run.number) != nil
            if isOfLivingStore, contents.marked.contains(run.number) { contents.escaped[run.number] = run }
        }
    }

    /// A task holds the mark of the run from now on.
    func mark(_ run: ActiveRun) { contents.withLock { _ = $0.marked.insert(run.number) } }

    /// No task holds the mark of the run any more.
    func unmark(_ run: ActiveRun) {
        contents.withLock { contents in
            contents.marked.remove(run.number)
            contents.escaped[run.number] = nil
        }
    }

    /// The runs of a store that have ended although a `Task { }` of theirs goes on, in the order in
    /// which they were started; without those that were skipped.
    func escapedRuns(of store: Int) -> [ActiveRun] {
        contents.withLock { $0.escaped.values.filter { $0.store == store && !$0.isSkipped } }
            .sorted { $0.number < $1.number }
    }

    /// Waits, in real time, until each task that has escaped its run has ended or sleeps by the clock
    /// of the test: one that is about to end is no mistake.
    func waitForEscapedTasks(of store: Int) {
        let end = ContinuousClock().now.advanced(by: .milliseconds(100))
        while ContinuousClock().now < end {
            let sleeping = Set(events.compactMap { $0.escaped?.number })
            guard escapedRuns(of: store).contains(where: { !sleeping.contains($0.number) }) else { return }
            rex_pause(1)
        }
    }

    /// The numbers of the runs of which a step is ready.
    var readyRuns: Set<Int> {
        contents.withLock { contents in
            Set(contents.ready.all.compactMap { if case .run(let run) = $0.subject { run.number } else { nil } })
        }
    }

    /// The runs of a store that have not returned, in the order in which they were started.
    func runs(of store: Int) -> [ActiveRun] {
        contents.withLock { $0.runs.values.filter { $0.store == store } }.sorted { $0.number < $1.number }
    }
}
