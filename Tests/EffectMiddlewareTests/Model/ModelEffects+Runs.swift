// SPDX-License-Identifier: MIT

// The runs: their attempts, steps and ends.

extension ModelEffects {
    func attempt(_ run: Run) {
        run.attempt += 1
        (run.isTimedOut, run.isResting) = (false, false)
        let attempt = run.attempt
        if let timeout = run.pool.policy.timeout {
            let isLater = attempt > 1 && mistake == .oneTimeForAllAttempts
            sleep(for: isLater ? timeout - 1 : timeout, rank: 0) {
                guard self.isAtWork(run, attempt), !run.isCancelled else { return }
                run.isTimedOut = true
                if self.mistake == .timeoutRevokes { run.revokedAttempts = attempt }
                if !run.script.isStubborn { self.endAttempt(run) }
            }
        }
        sleep(for: 0, rank: run.script.rank) {
            if self.isAtWork(run, attempt) { self.step(0, of: run, attempt) }
        }
    }

    private func isAtWork(_ run: Run, _ attempt: Int) -> Bool {
        run.attempt == attempt && !run.isResting && !run.hasReturned
    }

    private func step(_ number: Int, of run: Run, _ attempt: Int) {
        guard run.script.steps.indices.contains(number) else { return endAttempt(run) }
        let step = run.script.steps[number]
        let work = {
            guard self.isAtWork(run, attempt) else { return }
            for move in [.said("\(run.script.name).\(attempt).\(number)")] + step.answers {
                self.send(move, run, attempt)
            }
            self.step(number + 1, of: run, attempt)
        }
        if step.delay > 0 { sleep(for: step.delay, rank: run.script.rank, work) } else { work() }
    }

    private func send(_ move: Move, _ run: Run, _ attempt: Int = 0) {
        guard !run.isCancelled, !run.isTimedOut else { return }
        run.unprocessed += 1
        dispatch(move, by: run, inAttempt: attempt)
    }

    private func endAttempt(_ run: Run) {
        let isTriedAgain =
            !run.isCancelled || mistake == .cancelledIsTriedAgain && run.attempt <= run.pool.policy.retries
        guard run.isTimedOut || run.attempt <= run.script.failures, isTriedAgain else { return end(run) }
        guard run.attempt > run.pool.policy.retries else {
            run.isResting = true
            guard run.pool.policy.delay > 0 else { return attempt(run) }
            return sleep(for: run.pool.policy.delay, rank: 0) { if !run.hasReturned { self.attempt(run) } }
        }
        let error = run.isTimedOut ? "timeout" : "failed"
        run.isTimedOut = false
        send(.said("\(error) \(run.script.endName)"), run)
        end(run, "failed")
    }

    /// Returns from the body of a cancelled run, unless it ignores the cancellation.
    func abort(_ run: Run) {
        if run.attempt > 0, !run.hasReturned, !run.script.isStubborn || run.isResting { end(run) }
    }

    func end(_ run: Run, _ end: String = "returned") {
        guard !run.hasReturned else { return }
        run.hasReturned = true
        if !run.isCancelled { sendFinalAction(of: run, end) }
        makeRoom(after: run)
    }

    func sendFinalAction(of run: Run, _ end: String) {
        guard rules.rules[run.trigger.rule].hasFinalAction else { return }
        let isFinalAction = run.isCancelled || mistake != .finalActionIsRevoked
        if isFinalAction { run.finalActions += 1 } else { run.unprocessed += 1 }
        dispatch(.said("ended \(run.script.endName) \(end)"), by: run, isFinalAction: isFinalAction)
    }
}
