// SPDX-License-Identifier: MIT

import RexCore

/// The policies on one page: what programs have to do, in virtual time and on one thread.
final class ModelEffects {
    private struct Place: Hashable {
        var rule: Int
        var element: Int?
        var key: Int?
    }

    private final class Run {
        let script: Script
        let slot: Slot
        var attempt = 0
        var isCancelled = false
        var isOver = false
        var isWaitingForRetry = false
        var hasReturned = false
        init(_ script: Script, _ slot: Slot) { (self.script, self.slot) = (script, slot) }
    }

    private final class Slot {
        let place: Place
        let rule: ModelRule
        var runs: [Run] = []
        var waiting: [Script] = []
        var debounced: (script: Script, deadline: Int)?
        var throttled: Script?
        var spanEnd = 0
        init(_ place: Place, _ rule: ModelRule) { (self.place, self.rule) = (place, rule) }
    }

    private var now = 0
    private var events: [(time: Int, body: () -> Void)] = []
    private var slots: [Place: Slot] = [:]
    private var state = ModelState()
    private var log: [String] = []
    private let (elementRule, elementDuring, during, forEach) = (100, 101, 102, 103)
    private var watched: Set<Place> = []

    func log(of program: Program) -> [String] {
        look()
        for (time, move) in program.moves { at(time) { self.make(move) } }
        while let next = events.indices.min(by: { events[$0].time < events[$1].time }), events[next].time <= program.end
        {
            let event = events.remove(at: next)
            now = event.time
            event.body()
        }
        return log
    }

    private func at(_ time: Int, _ body: @escaping () -> Void) { events.append((time, body)) }

    private func slot(_ rule: Int, element: Int? = nil, key: Int? = nil) -> Slot {
        let place = Place(rule: rule, element: element, key: key)
        if let slot = slots[place] { return slot }
        let slot = Slot(place, rule < 100 ? ModelRule.all[rule] : ModelRule(mode: .latest))
        slots[place] = slot
        return slot
    }

    private func make(_ move: Move) {
        switch move {
        case .setKey(let key): state.key = key
        case .setKeys(let keys): state.keys = keys
        case .setElements(let ids): state.elements = ids.map { ModelState.Element(id: $0) }
        default: break
        }
        look()
        switch move {
        case .trigger(let rule, let key, let script, let cancelling):
            if cancelling == .before { cancel { $0.rule == rule } }
            receive(script, slot(rule, key: ModelRule.all[rule].isKeyed ? key : nil))
            if cancelling == .behind { cancel { $0.rule == rule } }
        case .element(let action):
            guard state.elements.contains(where: { $0.id == action.id }) else { return }
            receive(action.action, slot(elementRule, element: action.id))
        case .cancelAll: cancel { _ in true }
        case .cancelRule(let rule): cancel { $0.rule == rule }
        case .cancelKey(let rule, let key): cancel { $0.rule == rule && $0.key == key }
        default: break
        }
    }

    private func look() {
        let elements = state.elements.map(\.id)
        cancel { place in place.element.map { !elements.contains($0) } ?? false }
        var wanted: [(Place, String)] = elements.filter { $0.isMultiple(of: 2) }.map {
            (Place(rule: elementDuring, element: $0, key: $0), "element")
        }
        wanted += state.key.map { [(Place(rule: during, key: $0), "during")] } ?? []
        wanted += state.keys.map { (Place(rule: forEach, key: $0), "for") }
        cancel { place in self.watched.contains(place) && !wanted.contains { $0.0 == place } }
        for (place, name) in wanted where !watched.contains(place) {
            receive(Program.script(name, place.key ?? 0), slot(place.rule, element: place.element, key: place.key))
        }
        watched = Set(wanted.map(\.0))
    }

    private func cancel(_ isMeant: (Place) -> Bool) {
        for slot in slots.values where isMeant(slot.place) {
            (slot.waiting, slot.debounced, slot.throttled) = ([], nil, nil)
            cancelRuns(of: slot)
        }
    }

    private func cancelRuns(of slot: Slot) {
        for run in slot.runs where !run.isCancelled {
            run.isCancelled = true
            if !run.script.isStubborn || run.isWaitingForRetry { at(now) { self.finish(run) } }
        }
    }

    private func receive(_ script: Script, _ slot: Slot) {
        guard let debounce = slot.rule.debounce else { return throttle(script, slot) }
        if case .latest = slot.rule.mode { cancelRuns(of: slot) }
        let deadline = now + debounce
        slot.debounced = (script, deadline)
        at(deadline) {
            guard slot.debounced?.deadline == deadline else { return }
            slot.debounced = nil
            self.throttle(script, slot)
        }
    }

    private func throttle(_ script: Script, _ slot: Slot) {
        guard let throttle = slot.rule.throttle else { return _ = decide(script, slot) }
        if now >= slot.spanEnd {
            if decide(script, slot) { slot.spanEnd = now + throttle.span }
        } else if throttle.keepsLatest {
            let end = slot.spanEnd
            slot.throttled = script
            at(end) {
                guard slot.spanEnd == end, let script = slot.throttled else { return }
                slot.throttled = nil
                self.throttle(script, slot)
            }
        }
    }

    private func decide(_ script: Script, _ slot: Slot) -> Bool {
        switch slot.rule.mode {
        case .each: start(script, slot)
        case .limited(let limit):
            if slot.runs.count < limit { start(script, slot) } else { slot.waiting.append(script) }
        case .latest:
            cancelRuns(of: slot)
            start(script, slot)
        case .first:
            guard slot.runs.allSatisfy(\.isCancelled), slot.waiting.isEmpty else { return false }
            if slot.runs.isEmpty { start(script, slot) } else { slot.waiting = [script] }
        case .keepingLatest: if slot.runs.isEmpty { start(script, slot) } else { slot.waiting = [script] }
        }
        return true
    }

    private func start(_ script: Script, _ slot: Slot) {
        let run = Run(script, slot)
        slot.runs.append(run)
        at(now) {
            if run.isCancelled { self.finish(run) } else { self.beginAttempt(of: run) }
        }
    }

    private func beginAttempt(of run: Run) {
        run.attempt += 1
        (run.isOver, run.isWaitingForRetry) = (false, false)
        let attempt = run.attempt
        if let timeout = run.slot.rule.timeout {
            at(now + timeout) {
                guard run.attempt == attempt, !run.isWaitingForRetry, !run.isCancelled, !run.hasReturned else { return }
                run.isOver = true
                if !run.script.isStubborn { self.endAttempt(of: run) }
            }
        }
        step(0, of: run, attempt)
    }

    private func step(_ number: Int, of run: Run, _ attempt: Int) {
        guard run.script.delays.indices.contains(number) else { return endAttempt(of: run) }
        at(now + run.script.delays[number]) {
            guard run.attempt == attempt, !run.isWaitingForRetry, !run.hasReturned else { return }
            if !run.isCancelled, !run.isOver { self.say("\(run.script.name).\(attempt).\(number)") }
            self.step(number + 1, of: run, attempt)
        }
    }

    private func endAttempt(of run: Run) {
        guard run.isOver || run.attempt <= run.script.failures, !run.isCancelled else { return finish(run) }
        guard run.attempt > run.slot.rule.retries else {
            run.isWaitingForRetry = true
            return at(now + run.slot.rule.delay) { if !run.hasReturned { self.beginAttempt(of: run) } }
        }
        say(run.isOver ? "timeout" : "failed")
        finish(run)
    }

    private func finish(_ run: Run) {
        guard !run.hasReturned else { return }
        run.hasReturned = true
        run.slot.runs.removeAll { $0 === run }
        let limit = if case .limited(let limit) = run.slot.rule.mode { limit } else { 1 }
        while run.slot.runs.count < limit, !run.slot.waiting.isEmpty { start(run.slot.waiting.removeFirst(), run.slot) }
    }

    private func say(_ text: String) { log.append("\(now) \(text)") }
}
