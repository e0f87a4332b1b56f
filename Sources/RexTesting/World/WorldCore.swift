// SPDX-License-Identifier: MIT

import CRexSystem
import RexCore

/// The ready steps, the time and the timers of a test.
///
/// Any thread may add steps. They only run on the thread of the test, one at a time, while it
/// drains the queue.
final class WorldCore: Sendable {
    private struct Contents {
        var ready = ReadyQueue()
        var timers = TimerQueue()
        var runs: [Int: ActiveRun] = [:]
        /// The numbers of the runs whose marks are held by a task.
        var marked: Set<Int> = []
        /// The runs that have ended, and whose `Task { }`s continue.
        var escaped: [Int: ActiveRun] = [:]
        var lastRun = 0
        /// The task of a store that each thread is about to start.
        var starting: [UInt: StoreTask] = [:]
        var lastStore = 0
        /// The thread that takes steps now, or 0.
        var driver: UInt = 0
        /// The run whose step is being taken.
        var current: ActiveRun?
        /// The number of stores that are processing an action.
        var processing = 0
        /// Whether the test itself is dispatching.
        var isSending = false
        /// The functions to call when another thread has added a step.
        var watchers: [Int: @Sendable () -> Void] = [:]
        var lastWatcher = 0
        /// The steps of killed stores.
        ///
        /// They run after the end of the world.
        var killed: [ReadyQueue.Step] = []
        var killedStores: Set<Int> = []
        var dead: [AnyObject] = []
        /// The functions to call after a store was killed.
        var whenKilled: [@Sendable () -> Void] = []
        /// Whether the world has ended, so that no thread takes steps.
        var isOver = false

        func mayBeLate(until moment: Duration, by lateness: Duration?) -> Bool {
            guard let lateness, !ready.isEmpty else { return false }
            // The first steps have waited longest.
            return ready.first200.allSatisfy { $0.moment + lateness >= moment }
        }
    }

    /// The number of steps at the same time that counts as an endless loop.
    static let stepLimit = 100_000

    /// The explored schedule, or nil for the normal order.
    let exploration: Exploration?
    private let contents = Lock(Contents())

    init(_ exploration: Exploration? = nil) {
        self.exploration = exploration
    }

    // MARK: Steps

    /// Adds a ready step.
    ///
    /// Returns false if the world has ended.
    ///
    /// - Parameter survives: Whether the step is taken even if its store was killed.
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

    /// An alternative to the ready steps.
    enum Alternative {
        case nothing
        /// The test continues, and takes no more of the postponed steps.
        ///
        /// Usually it takes none.
        case testFirst
        /// The time advances to this deadline, for which the ready steps are late.
        case time(Duration)
    }

    /// The reason why a drain has ended.
    enum DrainEnd {
        /// No step is ready, or the test continues ahead of them.
        case done
        /// The ready steps are late for this deadline.
        case late(Duration)
        /// The steps do not end.
        case endless
    }

    /// Takes steps until none is ready or the alternative is chosen.
    ///
    /// Returns false if the steps do not end.
    func drain(or alternative: Alternative = .nothing) -> Bool {
        if let exploration, case .nothing = alternative, contents.withLock({ !$0.ready.isEmpty }) {
            exploration.notePostponedStepsTaken()
        }
        if case .endless = drain({ _ in alternative }) { return false }
        return true
    }

    /// Takes steps until none is ready or the time advances ahead of them.
    ///
    /// - Parameter end: The last deadline for which steps may be late, or nil for any.
    func drain(lateUntil end: Duration?) -> DrainEnd {
        // Each step can add or remove a timer, so the next deadline is read before each step.
        drain { contents in
            guard let moment = contents.timers.nextControlledDeadline(), end.map({ moment <= $0 }) ?? true else {
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
                exploration?.notePostponedStepsTaken()
                return (nil, .done)
            }
            var (index, end): (Int?, DrainEnd) = (0, .done)
            if let exploration {
                var alternative = alternative(&contents)
                if case .time(let moment) = alternative {
                    // The time does not advance past a step that would be too late.
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

    /// Whether the schedule postpones the ready steps.
    ///
    /// Each access makes a choice.
    func choosesToPostpone() -> Bool {
        guard let exploration, let first = contents.withLock({ $0.ready.all.first }) else { return false }
        return exploration.postponesSteps(ahead: first.subject)
    }

    /// Returns whether steps are ready and all of them may be late until a deadline.
    func mayBeLate(until moment: Duration) -> Bool {
        contents.withLock { $0.mayBeLate(until: moment, by: exploration?.lateness) }
    }

    /// The previous driver and run, to be restored.
    struct Driver {
        fileprivate let thread: UInt
        fileprivate let current: ActiveRun?
    }

    /// Makes this thread take the steps.
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

    /// Calls `body` while this thread takes the steps.
    func drive<Result>(_ body: () -> Result) -> Result {
        let last = beginDriving()
        defer { endDriving(last) }
        return body()
    }

    /// Calls `body` whenever another thread has added a step.
    ///
    /// The returned function stops this.
    func whenReady(_ body: @escaping @Sendable () -> Void) -> () -> Void {
        let number = contents.withLock { contents in
            contents.lastWatcher += 1
            contents.watchers[contents.lastWatcher] = body
            return contents.lastWatcher
        }
        return { self.contents.withLock { _ = $0.watchers.removeValue(forKey: number) } }
    }

    /// Calls the functions of `whenReady` although no step was added.
    func wake() {
        let watchers = contents.withLock { $0.driver == rex_thread() ? [] : Array($0.watchers.values) }
        for watcher in watchers { watcher() }
    }

    /// Ends the world.
    ///
    /// Ready steps continue off the thread of the test, and sleeping tasks wake with a
    /// `CancellationError`.
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

    /// Fails the explored schedule, or the test if there is none.
    func fail(_ text: String, at location: CallSite, isWeak: Bool = false, cost: Int = 0) {
        if let exploration, !exploration.isOver {
            exploration.fail(.init(text: text, location: location.name, isWeak: isWeak, cost: cost))
        } else {
            TestLibrary.report(text, at: location)
        }
    }
}

// MARK: Stores

extension WorldCore {
    /// Makes this thread take the steps and marks its actions as the test's own, which are
    /// processed at once.
    func beginSending() -> Driver {
        contents.withLock { $0.isSending = true }
        return beginDriving()
    }

    func endSending(_ last: Driver) {
        hasSent()
        endDriving(last)
    }

    /// Notes that the action of the test has been processed.
    ///
    /// Later actions are not its own.
    func hasSent() { contents.withLock { $0.isSending = false } }

    /// Notes that a store begins or ends the processing of an action.
    func note(_ moment: ProcessingMoment) {
        switch moment {
        case .handling: contents.withLock { $0.processing += 1 }
        case .done: contents.withLock { $0.processing -= 1 }
        default: break
        }
    }

    /// Returns whether an action that is dispatched on this thread is processed at once.
    private func processesHere(of store: Int) -> Bool {
        let (isHere, isChosen) = contents.withLock { contents in
            let isHere = contents.driver == rex_thread() && !contents.killedStores.contains(store)
            // An action that is dispatched during another one is queued in any case.
            return (isHere, isHere && !contents.isSending && contents.processing == 0)
        }
        guard isChosen, let exploration else { return isHere }
        return exploration.processesAtOnce()
    }

    /// Returns whether a store leaves its queued actions to later steps of this world.
    private func queuesFollowUps(of store: Int) -> Bool {
        let (isKilled, isHere, isOfRun) = contents.withLock { contents in
            let isHere = contents.driver == rex_thread() && !contents.isSending
            return (contents.killedStores.contains(store), isHere, contents.current != nil)
        }
        guard !isKilled else { return true }
        guard isHere, let exploration else { return false }
        // An action of a run may have all following actions processed before its call returns. A step of a store is
        // one action.
        return !isOfRun || exploration.queuesFollowUps()
    }

    func isKilled(_ store: Int) -> Bool { contents.withLock { $0.killedStores.contains(store) } }

    func newStore() -> Int {
        contents.withLock { contents in
            contents.lastStore += 1
            return contents.lastStore
        }
    }

    /// Returns the executor of a store of this world.
    func executor(of store: Int) -> StoreExecutor {
        StoreExecutor { [self] in
            processesHere(of: store)
        } shouldYield: { [self] in
            queuesFollowUps(of: store)
        } enqueue: { [self] work in
            if isKilled(store) { return }
            if !add(.store(store), first: exploration != nil, work) { work() }
        }
    }

    /// Calls `body` after each kill of a store.
    func whenKilled(_ body: @escaping @Sendable () -> Void) { contents.withLock { $0.whenKilled.append(body) } }

    /// Kills a store: postpones its steps and sleepers to the end of the world, and keeps `dead`
    /// until then, since releasing it has effects.
    func kill(_ store: Int, _ dead: AnyObject?) {
        // Removed objects are released after unlocking.
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

    /// Adds an event for a deadline, which may be over.
    ///
    /// Returns false if the world has ended.
    func add(_ event: TimerQueue.Kind, at moment: Duration, number: Int) -> Bool {
        contents.withLock { contents in
            guard !contents.isOver else { return false }
            let isOwn = contents.driver == rex_thread()
            let run = isOwn ? contents.current : nil
            // Whether a task outside of the test's control sleeps already is a matter of chance.
            var isUncontrolled = false
            if case .sleeper = event { isUncontrolled = !isOwn }
            let escaped = isUncontrolled ? RunMark.current?.run : nil
            contents.timers.add(
                event,
                at: moment,
                number: number,
                of: run,
                isUncontrolled: isUncontrolled,
                escaped: escaped
            )
            return true
        }
    }

    func newNumber() -> Int { contents.withLock { $0.timers.newNumber() } }

    /// Postpones a pending event.
    func postponeEvent(_ number: Int, to moment: Duration) {
        contents.withLock { $0.timers.postpone(number, to: moment) }
    }

    /// Removes and returns a pending event.
    func removeEvent(_ number: Int) -> TimerQueue.Kind? {
        contents.withLock { $0.timers.remove(number) }
    }

    /// The next deadline.
    var nextDeadline: Duration? { contents.withLock { $0.timers.nextDeadline() } }

    /// The next deadline without sleepers outside of the test's control, which sleep at an
    /// arbitrary time.
    var nextControlledDeadline: Duration? { contents.withLock { $0.timers.nextControlledDeadline() } }

    /// The pending events.
    var events: [TimerQueue.Event] { contents.withLock { $0.timers.all } }

    /// Excludes the pending events from checks, except for those of other stores.
    func skipEvents(of store: Int) {
        contents.withLock { $0.timers.skip { $0.run.map { $0.store == store } ?? true } }
    }

    /// Advances the time, and makes the due events ready.
    func move(to moment: Duration) {
        let (due, isLater) = contents.withLock { contents in
            let before = contents.timers.now
            return (contents.timers.takeDue(at: moment), contents.timers.now > before)
        }
        // The time has overtaken the postponed steps.
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
    /// Notes that this thread is about to start a task.
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

    /// Notes that a task holds the mark of the run.
    func mark(_ run: ActiveRun) { contents.withLock { _ = $0.marked.insert(run.number) } }

    /// Notes that no task holds the mark of the run any more.
    func unmark(_ run: ActiveRun) {
        contents.withLock { contents in
            contents.marked.remove(run.number)
            contents.escaped[run.number] = nil
        }
    }

    /// Returns the runs of a store that have ended and whose `Task { }`s continue, in the order in
    /// which they were started.
    ///
    /// Without skipped runs.
    func escapedRuns(of store: Int) -> [ActiveRun] {
        contents.withLock { $0.escaped.values.filter { $0.store == store && !$0.isSkipped } }
            .sorted { $0.number < $1.number }
    }

    /// Waits, in real time, until each escaped task has ended or sleeps by the test clock.
    ///
    /// A task that is about to end is not an error.
    func waitForEscapedTasks(of store: Int) {
        let end = ContinuousClock().now.advanced(by: .milliseconds(100))
        while ContinuousClock().now < end {
            let sleeping = Set(events.compactMap { $0.escaped?.number })
            guard escapedRuns(of: store).contains(where: { !sleeping.contains($0.number) }) else { return }
            rex_pause(1)
        }
    }

    /// The numbers of the runs with ready steps.
    var readyRuns: Set<Int> {
        contents.withLock { contents in
            Set(contents.ready.all.compactMap { if case .run(let run) = $0.subject { run.number } else { nil } })
        }
    }

    /// Returns the runs of a store that have not returned, in the order in which they were started.
    func runs(of store: Int) -> [ActiveRun] {
        contents.withLock { $0.runs.values.filter { $0.store == store } }.sorted { $0.number < $1.number }
    }
}
