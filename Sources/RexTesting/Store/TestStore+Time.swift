// SPDX-License-Identifier: MIT

// How a test moves the time, and waits for what is outside of it.

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension TestStore {
    /// Moves the clock, stopping at each moment at which something is due, which is done before the
    /// clock goes on.
    ///
    /// Work that is due at the last moment is done too. A duration below zero fails the test.
    public func advance(
        by duration: Duration,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        guard begin("advance(by: \(code(duration)))", at: place) != nil else { return }
        guard duration >= .zero else {
            return fail("advance(by: \(code(duration))): time does not go back.", at: place)
        }
        let end = world.now + duration
        var drained = drain(lateUntil: end, at: place)
        var moves = 0
        while let moment = nextMoment(after: drained, until: end) {
            // Work may schedule work for the moment at which it is done.
            moves = moment > world.now ? 0 : moves + 1
            guard moves < WorldCore.stepLimit else { return failWithoutEnd(at: place) }
            world.move(to: moment)
            drained = leavesSteps(until: end) ? .done : drain(lateUntil: end, at: place)
        }
        if case .endless = drained { return }
        world.move(to: end)
    }

    /// Takes the steps that are ready, unless they are late for the next moment; reports if they do
    /// not end.
    ///
    /// - Parameter end: how far the time is moved at present; nil for as far as something is due.
    private func drain(lateUntil end: Duration?, at place: CallSite) -> WorldCore.DrainEnd {
        defer { noteProgress() }
        let drained = world.drain(lateUntil: end)
        if case .endless = drained { failWithoutEnd(at: place) }
        return drained
    }

    /// The next moment to stop at after a drain; nil if nothing is due until `end`.
    private func nextMoment(after drained: WorldCore.DrainEnd, until end: Duration) -> Duration? {
        switch drained {
        case .done: world.nextMoment.flatMap { $0 <= end ? $0 : nil }
        case .late(let moment): moment
        case .endless: nil
        }
    }

    /// Whether the test goes on ahead of the ready steps, which may be late for the end of a move.
    private func leavesSteps(until end: Duration) -> Bool {
        if let next = world.nextOwnMoment, next <= end { return false }
        return world.mayBeLate(until: end) && world.mayLeaveSteps
    }

    /// Moves the clock to the next moment at which something is due, and does that.
    ///
    /// If nothing waits for its time the test fails.
    public func advance(
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        guard begin("advance()", at: place) != nil, drain(at: place) else { return }
        guard let moment = world.nextOwnMoment else {
            return fail("advance(): nothing waits for its time.\n\(waiting())", at: place)
        }
        world.move(to: moment)
        drainOrLeave(at: place)
    }

    /// Moves the clock until nothing waits and nothing sleeps.
    ///
    /// - Parameter limit: at how many moments something may be due, before the test fails: a timer
    ///   that ticks for ever has no end.
    public func run(
        limit: Int = 10_000,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) {
        let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        guard begin(limit == 10_000 ? "run()" : "run(limit: \(limit))", at: place) != nil else { return }
        for moves in 0...max(0, limit) {
            let moment: Duration
            switch drain(lateUntil: nil, at: place) {
            case .endless: return
            case .late(let next): moment = next
            case .done:
                guard let next = world.nextOwnMoment else { return }
                moment = next
            }
            if moves < limit { world.move(to: moment) }
        }
        fail("run(limit: \(limit)): after so many moments something still waits for its time.\n\(waiting())", at: place)
    }

    /// Waits, in real time, until no run is outside: each has ended or sleeps by the clock of the
    /// test.
    ///
    /// A run is outside while it waits for real input or output, for the main actor, for a
    /// `Task.detached`, or for a value that nobody sends. What comes from there is processed by
    /// this call. If it does not come in time the test fails, and the failure says what is waited
    /// for.
    ///
    /// - Parameter limit: how long to wait, by the clock of the system.
    public func settle(
        within limit: Duration = .seconds(1),
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: UInt = #line,
        column: UInt = #column
    ) async {
        let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
        guard begin("await settle()", at: place) != nil, drain(at: place), isAnyRunOutside else { return }
        // One element for all that came since the last one was taken; false for the end of the time.
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
        // What came before there was anybody to notify.
        guard drain(at: place), isAnyRunOutside else { return }
        for await isInTime in moments {
            guard drain(at: place), isAnyRunOutside else { return }
            if !isInTime { break }
        }
        fail("settle(within: \(text(of: limit))): the time is over.\n\(waiting(afterWaiting: true))", at: place)
    }

    private var isAnyRunOutside: Bool {
        runsOutside > 0
    }
}
