// SPDX-License-Identifier: MIT

// The stages of a trigger: it waits for its time, then for other runs, then it starts.

extension ModelEffects {
    /// Handles due triggers in the order of their deadlines, then in the order in which they
    /// started to wait.
    func decideWhatIsDue() {
        while true {
            let waits =
                debounced.map { (at: $0.key, wait: $0.value, isDebounced: true) }
                + throttled.map { (at: $0.key, wait: $0.value, isDebounced: false) }
            let due = waits.filter { $0.wait.deadline <= now }
            let first = due.min {
                let deadlines = mistake == .dueByNumber ? (0, 0) : ($0.wait.deadline, $1.wait.deadline)
                // In the same slot, the trigger that has waited longer goes first.
                return (deadlines.0, $0.wait.number, $0.isDebounced ? 1 : 0)
                    < (deadlines.1, $1.wait.number, $1.isDebounced ? 1 : 0)
            }
            guard let (place, wait, isDebounced) = first else { return }
            if isDebounced { debounced[place] = nil } else { throttled[place] = nil }
            throttle(wait.trigger, after: wait)
        }
    }

    func receive(_ trigger: Trigger) {
        let policy = rules.groups[trigger.place.group].policy
        guard let debounce = policy.debounce else { return throttle(trigger) }
        if case .latest = policy.mode, mistake != .debouncedCancelsLate {
            cancel(pool(of: trigger).runs.filter { $0.trigger.place == trigger.place })
        }
        let number = (debounced[trigger.place] ?? throttled[trigger.place])?.number ?? nextNumber()
        debounced[trigger.place] = Wait(trigger: trigger, deadline: now + debounce, number: number)
    }

    private func throttle(_ trigger: Trigger, after wait: Wait? = nil) {
        let place = trigger.place
        guard let throttle = rules.groups[place.group].policy.throttle else { return _ = decide(trigger) }
        let end = spanEnds[place] ?? now
        // An earlier trigger never starts after a later one.
        if now >= end { throttled[place] = nil }
        if now >= end {
            let begin = mistake == .spanFromDeadline ? wait?.deadline ?? now : now
            if decide(trigger) || mistake == .ignoredBeginsSpan { spanEnds[place] = begin + throttle.span }
        } else if throttle.keepsLatest {
            let number = (wait ?? throttled[place])?.number ?? nextNumber()
            throttled[place] = Wait(trigger: trigger, deadline: end, number: number)
        }
    }

    /// Returns false if the trigger is ignored.
    private func decide(_ trigger: Trigger) -> Bool {
        let pool = pool(of: trigger)
        switch pool.policy.mode {
        case .each: start(trigger, in: pool)
        case .limited:
            pool.waiting.append(trigger)
            refill(pool)
        case .latest:
            cancel(pool.runs.filter { $0.trigger.place == trigger.place })
            start(trigger, in: pool)
        case .first:
            let isAnswer = pool.runs.allSatisfy {
                $0.isCancelled || trigger.lineage.contains($0.number) && mistake != .answerIgnored
            }
            guard pool.waiting.isEmpty, isAnswer else { return false }
            pool.waiting = [trigger]
            refill(pool)
        case .keepingLatest:
            if mistake != .firstIsKept || pool.waiting.isEmpty { pool.waiting = [trigger] }
            refill(pool)
        }
        return true
    }

    /// The keys of one rule of the state share its limit.
    private func pool(of trigger: Trigger) -> Pool {
        var place = trigger.place
        let group = rules.groups[place.group]
        if group.use != .on { place.key = nil }
        if group.use == .during, mistake == .duringDoesNotQueue { place.key = trigger.place.key }
        let pool = pools[place] ?? Pool(of: group)
        pools[place] = pool
        return pool
    }

    private func refill(_ pool: Pool) {
        let limit = if case .limited(let limit) = pool.policy.mode { limit } else { 1 }
        let runs = pool.runs.filter { !$0.isCancelled || mistake != .cancelledMakesRoom }
        for trigger in pool.waiting.prefix(max(limit - runs.count, 0)) {
            pool.waiting.removeFirst()
            start(trigger, in: pool)
        }
    }

    /// Removes an ended run, and starts the trigger that waits for it.
    func makeRoom(after run: Run, beforeRules isBeforeRules: Bool = false) {
        let counts = !run.isCancelled || mistake == .cancelledCountsUntilItsFinalAction
        let waits = counts && run.finalActions + run.unprocessed > 0
        guard run.hasReturned, !waits || mistake == .overWithItsBody else { return }
        run.pool.runs.removeAll { $0 === run }
        let number = lastNumber
        refill(run.pool)
        guard isBeforeRules else { return }
        let begun = run.pool.runs.filter { $0.number > number }
        for run in begun { run.isAboutToBegin = true }
        aboutToBegin += begun
    }

    private func start(_ trigger: Trigger, in pool: Pool) {
        let run = Run(nextNumber(), trigger, pool)
        pool.runs.append(run)
        jobs.append { if run.isCancelled { self.end(run) } else { self.attempt(run) } }
    }

    /// Revokes the actions of runs, and schedules the continuation of their cancelled bodies.
    func cancel(_ runs: [Run], silently: Bool = false) {
        for run in runs.sorted(by: { $0.number < $1.number }) where !run.isCancelled {
            run.isCancelled = true
            if run.isAboutToBegin {
                run.hasReturned = true
                makeRoom(after: run, beforeRules: true)
                continue
            }
            if mistake != .cancelLeavesTheQueue { run.unprocessed = 0 }
            if !run.hasReturned {
                jobs.append { self.abort(run) }
                if !silently { sendFinalAction(of: run, "cancelled") }
                if mistake == .unbegunMakesRoom, run.attempt == 0 { run.hasReturned = true }
            }
            makeRoom(after: run)
        }
    }
}
