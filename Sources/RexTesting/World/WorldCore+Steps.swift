// SPDX-License-Identifier: MIT

import CRexSystem
import RexCore

extension WorldCore {
    /// The number of steps at the same time that counts as an endless loop.
    static let stepLimit = 100_000

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
            if case .run(let run) = subject, !survives, contents.killed.contains(run.store) {
                contents.killed.steps.append(step)
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

    private func drain(_ alternative: (inout WorldContents) -> Alternative) -> DrainEnd {
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

    private func takeStep(or alternative: (inout WorldContents) -> Alternative) -> (ReadyQueue.Step?, DrainEnd) {
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

    /// Notes that this thread begins to run the job of a yield.
    func beginYield() { contents.withLock { $0.yields[rex_thread()] = .some(nil) } }

    /// Keeps a job for ``endYield()`` if this thread runs the job of a yield and has kept no job yet.
    ///
    /// Returns whether it was kept.
    func keepIfResumedByYield(_ job: UnownedJob) -> Bool {
        contents.withLock { contents in
            guard !contents.yields.isEmpty, case .some(nil) = contents.yields[rex_thread()] else { return false }
            contents.yields[rex_thread()] = job
            return true
        }
    }

    /// Returns the job that the job of a yield has resumed on this thread, or nil.
    func endYield() -> UnownedJob? {
        contents.withLock { $0.yields.removeValue(forKey: rex_thread()) ?? nil }
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
}
