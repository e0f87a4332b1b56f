// SPDX-License-Identifier: MIT

// The rules: they start and cancel runs and check the state, in order.

extension ModelEffects {
    func act(on sent: Sent) {
        // Every event first handles triggers that are due.
        if sent.move.isPoke { return decideWhatIsDue() }
        if sent.move.change != nil { endWhatIsGone() }
        if sent.move.batch != nil || mistake != .newerPassesOlder { decideWhatIsDue() }
        for level in [2, 1, 0] {
            let items = rules.items[level]
            if mistake == .cancelFirst { for item in items { cancel(item, at: level, in: sent.move) } }
            for item in items {
                guard case .rule(let rule) = item else {
                    if mistake != .cancelFirst { cancel(item, at: level, in: sent.move) }
                    continue
                }
                if rules.group(of: rule).use == .on { find(rule, at: level, in: sent) } else { look(rule, level, sent) }
            }
        }
    }

    private func find(_ rule: Int, at level: Int, in sent: Sent) {
        let path = Array(desk.target(of: sent.move.path).prefix(level))
        guard let script = sent.move.script(for: rule), has(path) else { return }
        let isKeyed = rules.group(of: rule).policy.isKeyed && mistake != .keyIgnored
        let place = Place(group: rules.rules[rule].group, path: path, key: isKeyed ? sent.move.key : nil)
        receive(Trigger(script: script, rule: rule, place: place, lineage: lineage(of: sent)))
    }

    private func lineage(of sent: Sent) -> Set<Int> {
        guard let run = sent.run else { return [] }
        return mistake == .answerOfAnswerIgnored ? [run.number] : run.trigger.lineage.union([run.number])
    }

    private func look(_ rule: Int, _ level: Int, _ sent: Sent) {
        let group = rules.group(of: rule)
        for part in desk.parts(at: level) {
            let new = group.use == .forEach ? part.keys : part.key.map { [$0] } ?? []
            let old = seen[[rule] + part.path] ?? []
            seen[[rule] + part.path] = new
            func place(_ key: Int) -> Place { Place(group: rules.rules[rule].group, path: part.path, key: key) }
            let gone = Set(old.filter { !new.contains($0) }.map(place))
            if !gone.isEmpty { cancel { gone.contains($0) } }
            for key in new where !old.contains(key) {
                let script = program.script(rule, part.path, key)
                let lineage = mistake == .stateHasNoCause ? [] : lineage(of: sent)
                receive(Trigger(script: script, rule: rule, place: place(key), lineage: lineage))
            }
        }
    }

    // MARK: Cancelling

    private func cancel(_ item: ModelRules.Item, at level: Int, in move: Move) {
        guard case .cancel = item, let wish = move.cancel, wish.level == level, move.path.count >= level
        else { return }
        let path = Array(desk.target(of: move.path).prefix(level))
        cancel { place in
            let isHere =
                self.mistake == .outerSparesInner ? place.path == path : place.path.prefix(level).elementsEqual(path)
            return isHere && place.group == wish.group ?? place.group && place.key == wish.key ?? place.key
        }
    }

    private func cancel(_ isMeant: (Place) -> Bool) {
        if mistake == .cancelEndsSpan { spanEnds = spanEnds.filter { !isMeant($0.key) } }
        if mistake != .cancelLeavesTheWaiting {
            debounced = debounced.filter { !isMeant($0.key) }
            throttled = throttled.filter { !isMeant($0.key) }
            for pool in pools.values { pool.waiting.removeAll { isMeant($0.place) } }
        }
        cancel(pools.values.flatMap(\.runs).filter { isMeant($0.trigger.place) })
    }

    /// Cancels the runs of removed elements, and of a replaced board, without final actions.
    ///
    /// Bodies that ignore the cancellation count if their element returns.
    private func endWhatIsGone() {
        func isGone(_ place: Place) -> Bool { !has(place.path) }
        if mistake == .innerEndsOuter {
            let runs = pools.values.flatMap(\.runs).filter { !$0.isCancelled && isGone($0.trigger.place) }
            let boards = runs.map(\.trigger.place.path).filter { $0.count == 2 }.map { $0[0] }
            cancel { $0.path.count == 1 && boards.contains($0.path[0]) }
        }
        for (place, pool) in pools where isGone(place) { pool.waiting = [] }
        cancel(
            pools.values.flatMap(\.runs).filter { isGone($0.trigger.place) },
            silently: mistake != .finalActionForRemovedElements
        )
        debounced = debounced.filter { !isGone($0.key) }
        throttled = throttled.filter { !isGone($0.key) }
        if mistake == .spansOfTheGoneAreForgotten { spanEnds = spanEnds.filter { !isGone($0.key) } }
        if mistake == .bodiesOfTheGoneAreForgotten { pools = pools.filter { !isGone($0.key) } }
        seen = seen.filter { has(Array($0.key.dropFirst())) }
    }

    private func has(_ path: [Int]) -> Bool {
        let path = mistake == .replacedBoardKeepsItsRuns ? desk.target(of: path) : path
        return desk.parts(at: path.count).contains { $0.path == path }
    }
}
