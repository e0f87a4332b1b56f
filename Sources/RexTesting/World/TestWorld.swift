// SPDX-License-Identifier: MIT

import CRexSystem
import RexCore

/// What a test drives: the steps that are ready, the time, and what waits for it.
///
/// Steps come in from any thread, and run on the thread of the test alone, one at a time, while it drains.
final class TestWorld: Sendable {
    /// What a step belongs to, for those who read of it.
    enum Subject: Sendable {
        case run(OpenRun)
        case scheduler
        /// A store, which has actions to process.
        case store
    }

    /// One step that can be taken now.
    struct Step {
        let subject: Subject
        let body: () -> Void
    }

    private struct Contents {
        var ready: [Step] = []
        var timeline = Timeline()
        var runs: [OpenRun] = []
        var runsThatBegan = 0
        /// The thread on which the test drains at present, or 0.
        var driver: UInt = 0
        /// The run whose step is taken at present.
        var current: OpenRun?
        /// Whether the test itself dispatches at present.
        var isSending = false
        var onReady: (@Sendable () -> Void)?
        /// Whether nobody drains any more.
        var isOver = false
    }

    /// How many steps can follow each other without time passing, before that is taken for an endless loop.
    static let stepLimit = 100_000

    let schedule: Schedule
    private let contents = Lock(Contents())

    init(schedule: Schedule = .inOrder) {
        self.schedule = schedule
    }

    // MARK: Steps

    /// Adds a step that can be taken from now on; false if nobody drains any more.
    @discardableResult
    func add(_ step: Step, first: Bool = false) -> Bool {
        let (isTaken, onReady) = contents.withLock { contents -> (Bool, (@Sendable () -> Void)?) in
            guard !contents.isOver else { return (false, nil) }
            if first { contents.ready.insert(step, at: 0) } else { contents.ready.append(step) }
            return (true, contents.driver == rex_thread() ? nil : contents.onReady)
        }
        onReady?()
        return isTaken
    }

    /// Takes steps until none is ready; false if they do not end.
    ///
    /// - `mayPause`: whether the schedule may leave steps for later.
    func drain(mayPause: Bool = false) -> Bool {
        drive {
            for _ in 0...Self.stepLimit {
                guard let step = takeStep(mayPause: mayPause) else { return true }
                step.body()
                contents.withLock { $0.current = nil }
            }
            return false
        }
    }

    private func takeStep(mayPause: Bool) -> Step? {
        contents.withLock { contents in
            let count = contents.ready.count
            guard count > 0 else { return nil }
            let canPause = mayPause && schedule.exploration != nil
            let index = schedule.exploration?.choose(canPause ? count + 1 : count) ?? 0
            guard index < count else {
                schedule.exploration?.note(.pause(contents.ready[0].subject))
                return nil
            }
            let first = contents.ready[0].subject
            let step = contents.ready.remove(at: index)
            if case .run(let run) = step.subject { contents.current = run }
            schedule.exploration?.note(.step(step.subject, insteadOf: index == 0 ? nil : first))
            return step
        }
    }

    /// Who drove before, to be restored.
    struct Driver {
        fileprivate let thread: UInt
        fileprivate let current: OpenRun?
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

    /// Calls `body`, whose actions are the test's own and are processed at once.
    func send(_ body: () -> Void) {
        drive {
            contents.withLock { $0.isSending = true }
            body()
            contents.withLock { $0.isSending = false }
        }
    }

    /// Whether an action that is dispatched on this thread is processed there.
    ///
    /// Where schedules are explored, only what the test sends itself is: the other actions wait, as they do in a store
    /// on which another thread works.
    var processesHere: Bool {
        contents.withLock { contents in
            guard contents.driver == rex_thread() else { return false }
            return schedule.exploration == nil || contents.isSending
        }
    }

    /// Where a store of this world processes its actions.
    var executor: StoreExecutor {
        StoreExecutor { [self] in
            processesHere
        } enqueue: { [self] work in
            if !add(Step(subject: .store, body: work), first: schedule.exploration != nil) { work() }
        }
    }

    /// Calls `body` whenever another thread has added a step, until it is nil.
    func whenReady(_ body: (@Sendable () -> Void)?) {
        contents.withLock { $0.onReady = body }
    }

    /// Ends the draining; what comes later finds its own place.
    func end() {
        let left = contents.withLock { contents in
            defer { contents.ready = [] }
            contents.isOver = true
            return contents.ready
        }
        for step in left { step.body() }
    }
}

// MARK: Time

extension TestWorld {
    /// The time since the beginning.
    var now: Duration { contents.withLock { $0.timeline.now } }

    /// Keeps what it gets for a moment; at once, if that is not to come.
    func add(_ event: Timeline.Kind, at moment: Duration, number: Int) {
        contents.withLock { contents in
            let isOwn = contents.driver == rex_thread()
            contents.timeline.add(event, at: moment, number: number, of: isOwn ? contents.current : nil)
        }
    }

    func newNumber() -> Int { contents.withLock { $0.timeline.newNumber() } }

    /// Takes back what waits for a moment, if it still does.
    func removeEvent(_ number: Int) -> Timeline.Kind? {
        contents.withLock { $0.timeline.remove(number) }
    }

    /// The next moment at which something is due.
    var nextMoment: Duration? { contents.withLock { $0.timeline.events.first?.moment } }

    /// What waits for a moment that is to come.
    var events: [Timeline.Event] { contents.withLock { $0.timeline.events } }

    /// Asks no more for what waits now.
    func skipEvents() { contents.withLock { $0.timeline.skip() } }

    /// Moves the time to a moment, and makes ready what is due then.
    func move(to moment: Duration) {
        let due = contents.withLock { $0.timeline.takeDue(at: moment) }
        if !due.isEmpty { schedule.exploration?.note(.time(moment)) }
        drive {
            for event in due { begin(event) }
        }
    }

    private func begin(_ event: Timeline.Event) {
        switch event.kind {
        case .sleeper(let continuation): continuation.resume()
        case .work(let body): add(Step(subject: .scheduler, body: body))
        }
    }
}

// MARK: Runs

extension TestWorld {
    func begin(_ run: (_ number: Int, _ moment: Duration) -> OpenRun) -> OpenRun {
        contents.withLock { contents in
            contents.runsThatBegan += 1
            let run = run(contents.runsThatBegan, contents.timeline.now)
            contents.runs.append(run)
            return run
        }
    }

    func end(_ run: OpenRun) {
        contents.withLock { $0.runs.removeAll { $0 === run } }
    }

    /// The runs of which a step is ready.
    var readyRuns: [OpenRun] {
        contents.withLock { contents in
            contents.ready.compactMap { if case .run(let run) = $0.subject { run } else { nil } }
        }
    }

    /// The runs that have not returned, in the order in which they were started.
    var runs: [OpenRun] { contents.withLock { $0.runs } }
}
