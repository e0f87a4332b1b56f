// SPDX-License-Identifier: MIT

// How a test advances the time, and waits for work outside of it.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TestStore {
    /// Advances the clock, and does the work of each deadline on the way.
    ///
    /// This includes the work of the last deadline. A negative duration fails the test.
    public func advance(
        by duration: Duration,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        guard begin("advance(by: \(code(duration)))", at: location) != nil else { return }
        guard duration >= .zero else {
            return fail("advance(by: \(code(duration))): The duration is negative. Pass zero or more.", at: location)
        }
        let end = world.now + duration
        var drained = drain(lateUntil: end, at: location)
        var moves = 0
        while let moment = nextDeadline(after: drained, until: end) {
            // Work may schedule more work for the same time.
            moves = moment > world.now ? 0 : moves + 1
            guard moves < WorldCore.stepLimit else { return failWithoutEnd(at: location) }
            world.move(to: moment)
            drained = postponesSteps(until: end) ? .done : drain(lateUntil: end, at: location)
        }
        if case .endless = drained { return }
        world.move(to: end)
    }

    /// Takes the ready steps, unless they are late for the next deadline.
    ///
    /// Reports a failure if the steps do not end.
    ///
    /// - Parameter end: The end of the current advance. Nil if there is no limit.
    private func drain(lateUntil end: Duration?, at location: CallSite) -> WorldCore.DrainEnd {
        let drained = world.drain(lateUntil: end)
        failWithMistakes(at: location)
        if case .endless = drained { failWithoutEnd(at: location) }
        return drained
    }

    /// Returns the next deadline to stop at after a drain, or nil if no deadline is due until `end`.
    private func nextDeadline(after drained: WorldCore.DrainEnd, until end: Duration) -> Duration? {
        switch drained {
        case .done: world.nextDeadline.flatMap { $0 <= end ? $0 : nil }
        case .late(let moment): moment
        case .endless: nil
        }
    }

    /// Chooses whether the test continues ahead of the ready steps, which may be late for the end
    /// of an advance.
    private func postponesSteps(until end: Duration) -> Bool {
        if let next = world.nextControlledDeadline, next <= end { return false }
        return world.mayBeLate(until: end) && world.choosesToPostpone()
    }

    /// Advances the clock to the next deadline, and does its work.
    ///
    /// If no timer is pending, the test fails.
    public func advance(
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        guard begin("advance()", at: location) != nil, drain(at: location) else { return }
        guard let moment = world.nextControlledDeadline else {
            return fail("advance(): No timer is pending.\n\(waiting())", at: location)
        }
        world.move(to: moment)
        drainOrPostpone(at: location)
    }

    /// Advances the clock until no step is ready and no timer is pending.
    ///
    /// - Parameter limit: The most deadlines before the test fails. A timer that repeats for ever
    ///   never ends.
    public func run(
        limit: Int = 10_000,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        guard begin(limit == 10_000 ? "run()" : "run(limit: \(limit))", at: location) != nil else { return }
        for moves in 0...max(0, limit) {
            let moment: Duration
            switch drain(lateUntil: nil, at: location) {
            case .endless: return
            case .late(let next): moment = next
            case .done:
                guard let next = world.nextControlledDeadline else { return }
                moment = next
            }
            if moves < limit { world.move(to: moment) }
        }
        fail(
            "run(limit: \(limit)): Timers are still pending after \(limit) deadlines. Cancel repeating timers first.\n\(waiting())",
            at: location
        )
    }

    /// Waits, in real time, until no run is outside: each has ended or sleeps by the test clock.
    ///
    /// A run is outside while it waits for something that the test does not control: real input or
    /// output, the main actor, a `Task.detached`, or a value that is never sent. This call
    /// processes the results. If they do not come in time, the test fails and names the runs that
    /// still wait.
    ///
    /// - Parameter limit: The longest time to wait, in real time.
    public func settle(
        within limit: Duration = .seconds(1),
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        let location = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        guard begin("await settle()", at: location) != nil, drain(at: location), isAnyRunOutside else { return }
        // One element for all steps since the last element was taken. False for the end of the time.
        let (moments, moment) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
        let stop = world.whenReady { moment.yield(true) }
        let end = Task {
            try? await ContinuousClock().sleep(for: limit)
            moment.yield(false)
        }
        defer {
            end.cancel()
            stop()
        }
        // Steps that were added before `whenReady` was called.
        guard drain(at: location), isAnyRunOutside else { return }
        for await isInTime in moments {
            guard drain(at: location), isAnyRunOutside else { return }
            if !isInTime { break }
        }
        fail(
            "settle(within: \(text(of: limit))): The runs have not ended in time.\n\(waiting(afterWaiting: true))",
            at: location
        )
    }

    private var isAnyRunOutside: Bool {
        runsOutside > 0
    }
}
